import { createFileRoute, redirect } from '@tanstack/react-router'
import i18next from 'i18next'
import { home } from '../session/guard.ts'

/**
 * Any other path (P-074). A signed-in user keeps the session and is sent to the dashboard with an explanation (O1-13).
 */
export const Route = createFileRoute('/$')({
  staticData: { access: 'public', title: 'signIn.title' },
  beforeLoad: ({ context: { session }, location: { pathname } }) => {
    if (session.token() === undefined) throw redirect({ to: '/pages/signin', replace: true })
    if (pathname !== '/')
      import('../kit/failed-toast.ts').then(({ failedToast }) =>
        failedToast(i18next.t('notFound.title'), i18next.t('notFound.detail', { path: pathname })),
      )
    throw redirect({ to: home, replace: true })
  },
})

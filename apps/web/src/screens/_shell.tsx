import { createFileRoute, redirect } from '@tanstack/react-router'
import i18next from 'i18next'
import { decide } from '../session/guard.ts'
import { Shell } from '../shell/shell.tsx'

/** The frame of the signed-in screens, and the only permission guard. */
export const Route = createFileRoute('/_shell')({
  staticData: { access: 'signedIn', title: '' },
  beforeLoad: async ({ context: { session, pageOnScreen }, location, matches }) => {
    const isSignedIn = session.token() !== undefined
    const decision = decide({
      isSignedIn,
      grants: isSignedIn ? await session.grants() : undefined,
      access: matches.map((match) => match.staticData.access),
      target: location.href,
      previous: pageOnScreen(),
    })
    if (decision === 'allow') return
    if ('to' in decision) {
      const title = matches.at(-1)?.staticData.title
      import('../kit/failed-toast.ts').then(({ failedToast }) =>
        failedToast(i18next.t('shell.notAuthorized'), title && i18next.t(title)),
      )
      throw redirect({ href: decision.to, replace: true })
    }
    const reason = session.state().ended
    throw redirect({ to: '/pages/signin', search: { to: location.href, reason }, replace: true })
  },
  // Keeps the frame in one chunk with the declarations of its screens, so that it does not load after them.
  codeSplitGroupings: [],
  component: Shell,
})

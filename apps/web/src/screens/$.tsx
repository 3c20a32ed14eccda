import { createFileRoute, redirect } from '@tanstack/react-router'

/** Any other path (P-074); a signed-in person keeps the session and finds a link on (O1-13). */
export const Route = createFileRoute('/$')({
  staticData: { access: 'public', title: 'signIn.title' },
  beforeLoad: () => {
    throw redirect({ to: '/pages/signin', replace: true })
  },
})

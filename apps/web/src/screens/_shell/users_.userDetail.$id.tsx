import { anyOf } from '@parada/domain/access/permissions'
import { createFileRoute, redirect, useParams } from '@tanstack/react-router'
import { UserPage } from '../../users/user-page.tsx'

const Screen = () => {
  const { id } = useParams({ strict: false })
  // The key resets the page, so that nothing typed for one user stays for the next.
  return <UserPage key={id} id={Number(id)} />
}

export const Route = createFileRoute('/_shell/users_/userDetail/$id')({
  staticData: { access: anyOf('viewUserByWhitelabel'), title: 'screens.user' },
  beforeLoad: ({ params }) => {
    if (!/^[1-9]\d{0,14}$/.test(params.id)) throw redirect({ to: '/pages/404', replace: true })
  },
  component: Screen,
})

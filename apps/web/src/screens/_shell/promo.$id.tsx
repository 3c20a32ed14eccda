import { anyOf } from '@parada/domain/access/permissions'
import { createFileRoute, redirect, useParams } from '@tanstack/react-router'
import PromoPage from '../../promos/promo-page.tsx'

const Screen = () => {
  const { id } = useParams({ strict: false })
  return <PromoPage key={id} id={Number(id)} />
}

export const Route = createFileRoute('/_shell/promo/$id')({
  staticData: { access: anyOf('viewPromo'), title: 'screens.promo' },
  beforeLoad: ({ params }) => {
    if (!/^[1-9]\d{0,14}$/.test(params.id)) throw redirect({ to: '/pages/404', replace: true })
  },
  component: Screen,
})

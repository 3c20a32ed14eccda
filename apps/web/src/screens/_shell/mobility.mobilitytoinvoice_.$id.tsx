import { anyOf } from '@parada/domain/access/permissions'
import { createFileRoute, redirect, useParams } from '@tanstack/react-router'
import { ToInvoicePage } from '../../mobility/to-invoice-page.tsx'

const Screen = () => {
  const { id } = useParams({ strict: false })
  // Another ride is another screen: what was typed for one must not stay for the next.
  return <ToInvoicePage key={id} id={Number(id)} />
}

/** Beside the list and not over it: some may open a ride who do not see the list. */
export const Route = createFileRoute('/_shell/mobility/mobilitytoinvoice_/$id')({
  staticData: { access: anyOf('viewMTIDetailByPA'), title: 'screens.mobilityToInvoice' },
  beforeLoad: ({ params }) => {
    if (!/^[1-9]\d{0,14}$/.test(params.id)) throw redirect({ to: '/pages/404', replace: true })
  },
  component: Screen,
})

import { anyOf } from '@parada/domain/access/permissions'
import { createFileRoute, redirect, useParams } from '@tanstack/react-router'
import { ToInvoicePage } from '../../mobility/to-invoice-page.tsx'

const Screen = () => {
  const { id } = useParams({ strict: false })
  // The key resets the page, so that nothing typed for one ride stays for the next.
  return <ToInvoicePage key={id} id={Number(id)} />
}

/** A page of its own, since some users may open a ride without seeing the list. */
export const Route = createFileRoute('/_shell/mobility/mobilitytoinvoice_/$id')({
  staticData: { access: anyOf('viewMTIDetailByPA'), title: 'screens.mobilityToInvoice' },
  beforeLoad: ({ params }) => {
    if (!/^[1-9]\d{0,14}$/.test(params.id)) throw redirect({ to: '/pages/404', replace: true })
  },
  component: Screen,
})

import { anyOf } from '@parada/domain/access/permissions'
import { createFileRoute } from '@tanstack/react-router'
import { blockedList, blockedListOnly } from './invoices/-blocked-list.ts'
import { useMayOpenBookings } from './invoices/-use-may-open-bookings.ts'

const Screen = () => {
  const List = (useMayOpenBookings() ? blockedList : blockedListOnly).component
  return <List />
}

/** A page of its own, not nested in the invoices. */
export const Route = createFileRoute('/_shell/invoices_/blocked')({
  staticData: { access: anyOf('viewInvoiceByIP'), title: 'screens.blockedInvoices' },
  validateSearch: (search: Record<string, unknown>) => search,
  component: Screen,
})

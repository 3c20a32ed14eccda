import { createFileRoute } from '@tanstack/react-router'
import { blockedList, blockedListOnly } from './invoices/-blocked-list.ts'
import { useMayOpenBookings } from './invoices/-use-may-open-bookings.ts'

const Screen = () => {
  const List = (useMayOpenBookings() ? blockedList : blockedListOnly).component
  return <List />
}

/** Beside the invoices, not over them. */
export const Route = createFileRoute('/_shell/invoices_/blocked')({
  staticData: blockedList.staticData,
  validateSearch: blockedList.validateSearch,
  component: Screen,
})

import { services } from '@parada/contract/calls/services'
import { dispatchStatus } from '@parada/domain/codes'
import { dateTimeServiceStart, hourTimeServiceStart } from '@parada/domain/entities'
import { createFileRoute } from '@tanstack/react-router'
import { listScreen } from '../../kit/list/list-screen.ts'

export const Route = createFileRoute('/_shell/dashboard')(
  listScreen({
    title: 'screens.dashboard',
    menu: { group: 'desk', order: 10, icon: 'dashboard' },
    call: services.alive,
    rows: ({ services }) => services,
    sort: 'timeBookingStartTimestamp ASC',
    pageSizes: [10, 20, 50, 100, 200],
    openRow: ({ id }) => ({ to: '/services/$id', params: { id: String(id) } }),
    columns: (column) => [
      column.number('id', { filter: true }),
      column.time('timeBookingStartTimestamp', {
        filter: true,
        text: (booking) => `${dateTimeServiceStart(booking)} ${hourTimeServiceStart(booking)}`,
      }),
      column.status('status', 'bookingStatus', {
        filter: true,
        shown: ({ status, statusDispatch }) =>
          statusDispatch === dispatchStatus.clientOnBoard
            ? { codes: 'dispatchStatus', code: statusDispatch }
            : { codes: 'bookingStatus', code: status },
      }),
      column.text('passengerName', { filter: true }),
      column.text('phoneNumberPassenger', { filter: true, width: 130 }),
      column.text('origin', { filter: true, width: 220, text: ({ origin }) => origin.addressField ?? '' }),
      column.text('destination', {
        filter: true,
        width: 220,
        text: ({ destination }) => destination?.addressField ?? '',
      }),
      column.text('fleet', { filter: true }),
      column.code('paymentMethod', 'paymentMethod', { filter: true }),
      column.text('bookingReference', { filter: true, width: 120 }),
      column.text('notes', { filter: true, hidden: true, width: 220 }),
      column.number('idUser', { filter: true, hidden: true }),
    ],
  }),
)

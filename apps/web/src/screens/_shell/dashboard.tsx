import { services } from '@parada/contract/calls/services'
import { mayAccess } from '@parada/domain/access'
import { createFileRoute } from '@tanstack/react-router'
import { lazy } from 'react'
import { listScreen } from '../../kit/list/list-screen.ts'
import { deskActions } from './dashboard/-desk-actions.tsx'
import {
  deskFacts,
  deskTone,
  deskViews,
  promiseText,
  startText,
  stateColorOf,
  stateWord,
  taxiText,
} from './dashboard/-desk-booking.ts'
import { useDeskKnown } from './dashboard/-use-desk-known.ts'

export const Route = createFileRoute('/_shell/dashboard')(
  listScreen({
    title: 'screens.dashboard',
    menu: { group: 'desk', order: 10, icon: 'dashboard' },
    call: services.alive,
    rows: ({ services }) => services,
    derived: { everyMs: 20_000, use: useDeskKnown, facts: deskFacts },
    sort: 'timeBookingStartTimestamp ASC',
    pageSizes: [10, 20, 50, 100, 200],
    views: deskViews,
    tone: deskTone,
    rises: ({ isRising }) => isRising,
    openRow: ({ id }) => ({ to: '/services/$id', params: { id: String(id) } }),
    rowActions: deskActions,
    createAt: {
      label: 'screens.newBooking',
      to: '/new-booking/caller/{-$phoneNumber}/{-$phoneNumberDialed}',
      isFor: ({ grants }) => grants !== undefined && mayAccess(grants, ['dispatchServiceByFleet']),
    },
    emptyText: 'dashboard.empty',
    beside: {
      without: 'dashboard.list',
      with: 'dashboard.listAndMap',
      shortcut: 'm',
      component: lazy(() => import('./dashboard/-desk-map.tsx')),
    },
    columns: (column) => [
      column.number('id', { filter: true, width: 84, align: 'start' }),
      column.time('timeBookingStartTimestamp', { filter: true, width: 132, text: startText }),
      column.status('status', 'bookingStatus', { filter: true, width: 148, text: stateWord, state: stateColorOf }),
      column.text('passengerName', { filter: true }),
      column.text('origin', { filter: true, width: 200, text: ({ origin }) => origin.addressField ?? '' }),
      column.text('destination', {
        filter: true,
        width: 200,
        text: ({ destination }) => destination?.addressField ?? '',
      }),
      column.text('supplierTaxiDescription', { filter: true, width: 116, text: taxiText }),
      column.time('promisedArrival', { width: 124, text: promiseText }),
      column.text('fleet', { filter: true, width: 140 }),
      column.text('phoneNumberPassenger', { filter: true, width: 140 }),
      column.code('paymentMethod', 'paymentMethod', { filter: true, hidden: true }),
      column.text('bookingReference', { filter: true, hidden: true, width: 120 }),
      column.number('lateMinutes', {
        hidden: true,
        text: ({ lateMinutes }) => (lateMinutes > 0 ? `+${lateMinutes}'` : ''),
      }),
      column.text('notes', { filter: true, hidden: true, width: 220 }),
      column.number('idUser', { filter: true, hidden: true }),
    ],
  }),
)

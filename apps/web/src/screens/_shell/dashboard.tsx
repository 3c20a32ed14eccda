import { aliveFields, services } from '@parada/contract/calls/services'
import { mayAccess } from '@parada/domain/access/permissions'
import { number } from '@parada/domain/list/fields'
import { createFileRoute } from '@tanstack/react-router'
import { lazy } from '../../kit/lazy.ts'
import { listScreen } from '../../kit/list/declare/list-screen.ts'
import { dashboardActions } from './dashboard/-dashboard-actions.tsx'
import {
  dashboardFacts,
  dashboardTone,
  dashboardViews,
  emptyDashboard,
  promiseText,
  startText,
  stateChoices,
  stateColorOf,
  stateWord,
  taxiText,
  wholePromise,
  wholeStart,
} from './dashboard/-dashboard-booking.ts'
import { useDashboardKnown } from './dashboard/-use-dashboard-known.ts'

export const Route = createFileRoute('/_shell/dashboard')(
  listScreen({
    title: 'screens.dashboard',
    menu: { group: 'desk', order: 10, icon: 'dashboard' },
    call: services.alive,
    fields: aliveFields,
    rows: ({ services }) => services,
    derived: {
      everyMs: 20_000,
      fields: { lateMinutes: number.notFiltered },
      use: useDashboardKnown,
      facts: dashboardFacts,
    },
    sort: 'timeBookingStartTimestamp ASC',
    pageSizes: [10, 20, 50, 100, 200],
    cardLines: 7,
    views: dashboardViews,
    tone: dashboardTone,
    rises: ({ isRising }) => isRising,
    openRow: ({ id }) => ({ to: '/services/$id', params: { id: String(id) } }),
    rowActions: dashboardActions,
    createAt: {
      label: 'screens.newBooking',
      to: '/new-booking/caller/{-$phoneNumber}/{-$phoneNumberDialed}',
      isFor: ({ grants }) => grants !== undefined && mayAccess(grants, ['dispatchServiceByFleet']),
    },
    emptyText: emptyDashboard,
    beside: {
      without: 'dashboard.list',
      with: 'dashboard.listAndMap',
      shortcut: 'm',
      isFor: ({ grants }) => mayAccess(grants, ['taxiMap']),
      component: lazy(() => import('./dashboard/-dashboard-map.tsx')),
    },
    hides: ({ showsReference }) => (showsReference ? [] : ['bookingReference']),
    groupBy: { field: 'fleet', label: 'dashboard.groupByFleet', shortcut: 'g' },
    columns: (column) => [
      column('id', { width: 84, align: 'start' }),
      column('timeBookingStartTimestamp', { width: 208, fits: true, text: startText, whole: wholeStart }),
      column('status', { width: 148, text: stateWord, state: stateColorOf, choices: stateChoices }),
      column('passengerName', { filter: true }),
      column('origin', { filter: true, width: 200, text: ({ origin }) => origin.addressField ?? '' }),
      column('destination', {
        filter: true,
        width: 200,
        text: ({ destination }) => destination?.addressField ?? '',
      }),
      column('supplierTaxiDescription', { width: 156, fits: true, text: taxiText }),
      column('promisedArrival', { filter: false, width: 124, text: promiseText, whole: wholePromise }),
      column('fleet', { width: 140 }),
      column('phoneNumberPassenger', { width: 140 }),
      column('paymentMethod', { hidden: true }),
      column('bookingReference', { hidden: true, width: 120 }),
      column('lateMinutes', {
        hidden: true,
        text: ({ lateMinutes }) => (lateMinutes > 0 ? `+${lateMinutes}'` : ''),
      }),
      column('notes', { hidden: true, width: 220 }),
      column('idUser', { hidden: true }),
    ],
  }),
)

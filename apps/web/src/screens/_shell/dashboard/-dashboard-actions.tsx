import { services } from '@parada/contract/calls/services'
import { type Grants, isGranted } from '@parada/domain/access/permissions'
import { dispatchStatus } from '@parada/domain/codes'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { type ActionId, isPossible } from '../../../booking/actions/offered-actions.ts'
import { useTellPromise } from '../../../booking/actions/tell-promise.ts'
import type { BookingModalProps } from '../../../booking/record/booking-record.ts'
import { toFailure, useClient } from '../../../kit/client.ts'
import { failedToast } from '../../../kit/failed-toast.ts'
import { lazy } from '../../../kit/lazy.ts'
import type { RowAction, RowActions } from '../../../kit/list/declare/row-actions.ts'
import type { DashboardBooking, DashboardKnown } from './-dashboard-booking.ts'

const DispatchModal = lazy(() => import('../../../booking/actions/dispatch.tsx'))
const CancelModal = lazy(() => import('../../../booking/actions/cancel.tsx'))
const SmsModal = lazy(() => import('../../../booking/actions/sms.tsx'))
const Several = lazy(() => import('./-several.tsx'))

type Run = RowAction<DashboardBooking, DashboardKnown, DashboardTools>['run']

const useDashboardTools = () => ({ t: useTranslation().t, client: useClient(), tellPromise: useTellPromise() })
type DashboardTools = ReturnType<typeof useDashboardTools>

const several =
  (action: 'dispatch' | 'cancel' | 'sms'): Run =>
  (_, { show, close }) =>
    show((rows) => <Several action={action} rows={rows} onClose={close} />)

const inModal =
  (Modal: ComponentType<BookingModalProps>): Run =>
  (_, { show, close }) =>
    show(([row]) => row && <Modal booking={row} onClose={() => close()} />)

/**
 * The list may be stale, so the booking is reloaded and dispatched only if it is on hold now (document 2, section 4).
 */
const dispatch: Run = async ([row], { tools: { t, client }, show, close }) => {
  if (!row) return
  try {
    const { booking } = await client(services.get, { params: { id: row.id } })
    if (booking.statusDispatch !== dispatchStatus.locked)
      return failedToast(t('dashboard.notLocked'), t('dashboard.notLockedDetail', { id: row.id }))
    show(() => <DispatchModal booking={booking} onClose={() => close()} />)
  } catch (problem) {
    failedToast(toFailure(problem).message)
  }
}

/** Sends the standard text if a promise is about to break; any other message is written in the modal. */
const sms: Run = (rows, acting) => {
  const [row] = rows
  if (!row?.isRising || row.expected === null) return inModal(SmsModal)(rows, acting)
  void acting.tools.tellPromise(row, { expected: row.expected, told: 'sms' })
}

const call: Run = ([row]) => {
  if (row) window.location.href = `tel:${row.phoneNumberPassenger.replaceAll(/[^\d+]/g, '')}`
}

/** Runs the variant of an action for one row or for several. */
const oneOrMany =
  (one: Run, action: 'dispatch' | 'cancel' | 'sms'): Run =>
  (rows, acting) =>
    acting.isMany ? several(action)(rows, acting) : one(rows, acting)

const may =
  (id: ActionId) =>
  (booking: DashboardBooking, { grants }: DashboardKnown) =>
    booking.state !== 'ended' && grants !== undefined && isPossible(id, { booking, grants, now: Date.now() })

/** Does not check for a hold, since the list may be stale; dispatching does. */
const worksOn = may('message')
const mayDispatch = (grants: Grants) =>
  isGranted(grants, 'dispatchServiceByFleet') || isGranted(grants, 'dispatchServiceToAnyFleet')

const actions: readonly RowAction<DashboardBooking, DashboardKnown, DashboardTools>[] = [
  {
    id: 'dispatch',
    label: 'dashboard.actions.dispatch',
    shortcut: 'd',
    forMany: true,
    isFor: (booking, known) => worksOn(booking, known) && known.grants !== undefined && mayDispatch(known.grants),
    isShown: ({ state }) => state === 'locked',
    run: oneOrMany(dispatch, 'dispatch'),
  },
  {
    id: 'cancel',
    label: 'dashboard.actions.cancel',
    shortcut: 'x',
    forMany: true,
    isFor: may('cancel'),
    run: oneOrMany(inModal(CancelModal), 'cancel'),
  },
  {
    id: 'sms',
    label: 'dashboard.actions.sms',
    shortcut: 's',
    forMany: true,
    isFor: may('sms'),
    run: oneOrMany(sms, 'sms'),
  },
  {
    id: 'call',
    label: 'dashboard.actions.call',
    shortcut: 'k',
    isFor: ({ isRising, phoneNumberPassenger }) => isRising && phoneNumberPassenger.trim() !== '',
    run: call,
  },
]

export const dashboardActions: RowActions<DashboardBooking, DashboardKnown, DashboardTools> = {
  use: useDashboardTools,
  actions,
}

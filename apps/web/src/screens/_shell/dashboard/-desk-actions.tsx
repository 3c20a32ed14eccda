import { services } from '@parada/contract/calls/services'
import { type Grants, isGranted } from '@parada/domain/access'
import { dispatchStatus } from '@parada/domain/codes'
import { type ComponentType, lazy, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ActionId, actionsFor } from '../../../booking/booking-actions.ts'
import { type CallFailed, useClient } from '../../../kit/client.ts'
import type { RowAction, RowActions } from '../../../kit/list/row-actions.ts'
import type { Booking, BookingModalProps } from '../../../modals/booking-record.ts'
import { failedToast } from '../../../modals/failed-toast.ts'
import { useTellPromise } from '../../../modals/telling-promise.ts'
import type { DeskBooking, DeskKnown } from './-desk-booking.ts'

const DispatchModal = lazy(() => import('../../../modals/booking-dispatch.tsx'))
const CancelModal = lazy(() => import('../../../modals/booking-cancel.tsx'))
const SmsModal = lazy(() => import('../../../modals/booking-sms.tsx'))
const Several = lazy(() => import('./-several.tsx'))

type OneProps = { row: DeskBooking; onClose: () => void }

/** Once, however often React looks at it. */
const useOnce = (act: () => void) => {
  const isDone = useRef(false)
  useEffect(() => {
    if (isDone.current) return
    isDone.current = true
    act()
  })
}

/** The list may be behind: only a booking that is locked by now is dispatched from here (B-044). */
const Dispatch = ({ row, onClose }: OneProps) => {
  const { t } = useTranslation()
  const client = useClient()
  const [booking, setBooking] = useState<Booking>()
  useOnce(async () => {
    try {
      const answer = await client(services.get, { params: { id: row.id } })
      if (answer.booking.statusDispatch === dispatchStatus.locked) return setBooking(answer.booking)
      failedToast(t('dashboard.notLocked'), t('dashboard.notLockedDetail', { id: row.id }))
    } catch (problem) {
      failedToast((problem as CallFailed).message)
    }
    onClose()
  })
  return booking ? <DispatchModal booking={booking} onClose={onClose} /> : null
}

const ofModal =
  (Modal: ComponentType<BookingModalProps>) =>
  ({ row, onClose }: OneProps) => <Modal booking={row} onClose={() => onClose()} />

const Tell = ({ row, onClose }: OneProps) => {
  const tell = useTellPromise()
  useOnce(() => {
    if (row.expected !== null) void tell(row, { expected: row.expected, told: 'sms' })
    onClose()
  })
  return null
}

const WriteSms = ofModal(SmsModal)

/** A promise that is about to break has its words already; whatever else is to be said has to be written. */
const Sms = (props: OneProps) =>
  props.row.isRising && props.row.expected !== null ? <Tell {...props} /> : <WriteSms {...props} />

const Call = ({ row, onClose }: OneProps) => {
  useOnce(() => {
    window.location.href = `tel:${row.phoneNumberPassenger.replaceAll(/[^\d+]/g, '')}`
    onClose()
  })
  return null
}

const ones: Readonly<Record<string, ComponentType<OneProps>>> = {
  dispatch: Dispatch,
  cancel: ofModal(CancelModal),
  sms: Sms,
  call: Call,
}

const Acting: RowActions<DeskBooking, DeskKnown>['component'] = ({ action, rows, isMany, onClose }) => {
  const One = ones[action]
  const [row] = rows
  if (isMany) return <Several action={action as 'dispatch' | 'cancel' | 'sms'} rows={rows} onClose={onClose} />
  return One && row ? <One row={row} onClose={() => onClose()} /> : null
}

const may =
  (id: ActionId) =>
  (booking: DeskBooking, { grants }: DeskKnown) =>
    booking.state !== 'ended' &&
    grants !== undefined &&
    actionsFor({ booking, grants, now: Date.now() }).some((offered) => offered.id === id && !offered.blocked)

/** Whether it is locked is asked when it is tried, as the list may be behind. */
const worksOn = may('message')
const mayDispatch = (grants: Grants) =>
  isGranted(grants, 'dispatchServiceByFleet') || isGranted(grants, 'dispatchServiceToAnyFleet')

const actions: readonly RowAction<DeskBooking, DeskKnown>[] = [
  {
    id: 'dispatch',
    label: 'dashboard.actions.dispatch',
    shortcut: 'd',
    forMany: true,
    isFor: (booking, known) => worksOn(booking, known) && known.grants !== undefined && mayDispatch(known.grants),
  },
  { id: 'cancel', label: 'dashboard.actions.cancel', shortcut: 'x', forMany: true, isFor: may('cancel') },
  { id: 'sms', label: 'dashboard.actions.sms', shortcut: 's', forMany: true, isFor: may('sms') },
  {
    id: 'call',
    label: 'dashboard.actions.call',
    shortcut: 'k',
    isFor: ({ isRising, phoneNumberPassenger }) => isRising && phoneNumberPassenger.trim() !== '',
  },
]

export const deskActions: RowActions<DeskBooking, DeskKnown> = { actions, component: Acting }

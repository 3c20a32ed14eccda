import { type Grants, isGranted } from '@parada/domain/access/permissions'
import { idsAllowed, mayAddFleet, mayUseFleet } from '@parada/domain/access/values'
import { mayCancelDispatch, nextFleet } from '@parada/domain/booking/dispatch'
import { type BookingAction, mayDo } from '@parada/domain/booking/life'
import { isDispatchEditLocked } from '@parada/domain/booking/start'
import { bookingStatus, hasEnded, isAlive } from '@parada/domain/codes'
import { constants } from '@parada/domain/constants'
import type { Booking } from '../record/booking-record.ts'

export const actionKeys = {
  dispatch: 'd',
  nextFleet: 'n',
  confirm: 'c',
  dispatchInfo: 'r',
  edit: 'e',
  finish: 'f',
  cancel: 'x',
  message: 'm',
  sms: 's',
  priceDetails: 'p',
  breaks: 'b',
  fleetBreaks: undefined,
  accountForms: undefined,
  rating: 'g',
  recurring: 't',
  addFleet: 'a',
  receipt: undefined,
  resendEmail: undefined,
  cancelDispatch: 'w',
  cancelSeries: undefined,
} as const satisfies Record<string, string | undefined>

export type ActionId = keyof typeof actionKeys

/** Offered, and if it cannot be done just now, the message key that says why. */
export type OfferedAction = { id: ActionId; blocked?: string }

type Asked = { booking: Booking; grants: Grants; now: number }
/** Not offered at all, blocked for a reason, or free. */
type Verdict = boolean | string

const isOnBoard = ({ statusDispatch }: Booking) => (statusDispatch ?? 0) >= constants.CLIENT_ON_BOARD

const worksOn = ({ booking, grants }: Asked) =>
  booking.status === bookingStatus.created ||
  (['dispatchServiceByFleet', 'editServiceByFleet'] as const).some((key) => mayUseFleet(grants, key, booking.idFleet))

const may = (action: BookingAction, { booking, ...asked }: Asked) =>
  mayDo(action, booking.status) && worksOn({ booking, ...asked })

const sendsSms = (grants: Grants) => {
  const allowed = idsAllowed(grants, 'sendSMSByWhiteLabel')
  return allowed === 'all' || allowed.size > 0
}

const ignore = () => undefined

const verdicts: Record<ActionId, (asked: Asked) => Verdict> = {
  dispatch: (asked) =>
    may('dispatch', asked) && (mayCancelDispatch(asked.booking.statusDispatch) || 'problems.hasTaxi'),
  nextFleet: (asked) => {
    if (!may('redispatch', asked)) return false
    if (isOnBoard(asked.booking)) return 'problems.onBoard'
    return nextFleet(asked.booking.fleetsFiltered, asked.booking.idFleet) !== undefined || 'problems.noNextFleet'
  },
  confirm: ({ booking, grants }) =>
    booking.status === bookingStatus.requested && mayUseFleet(grants, 'confirmBookingByFleet', booking.idFleet),
  dispatchInfo: (asked) =>
    isAlive(asked.booking.status) &&
    worksOn(asked) &&
    (!isDispatchEditLocked(asked.booking.timeBookingStartTimestamp, asked.now) || 'problems.startedLongAgo'),
  edit: ({ booking, grants }) =>
    mayDo('edit', booking.status) &&
    mayUseFleet(grants, isAlive(booking.status) ? 'editServiceByFleet' : 'editServiceDeadByFleet', booking.idFleet),
  finish: (asked) => may('finish', asked),
  cancel: (asked) => may('cancelByCallCentre', asked),
  cancelDispatch: (asked) =>
    may('cancelDispatch', asked) && (mayCancelDispatch(asked.booking.statusDispatch) || 'problems.hasTaxi'),
  cancelSeries: (asked) =>
    isAlive(asked.booking.status) &&
    worksOn(asked) &&
    (asked.booking.idCopyFrom != null || asked.booking.isSeries === true),
  message: worksOn,
  sms: (asked) =>
    sendsSms(asked.grants) &&
    worksOn(asked) &&
    (asked.booking.phoneNumberPassenger.trim() !== '' || 'problems.noPhone'),
  priceDetails: () => true,
  breaks: (asked) => worksOn(asked) && asked.booking.idPaymentAccount !== null,
  fleetBreaks: worksOn,
  accountForms: ({ booking, grants }) =>
    booking.idPaymentAccount !== null &&
    (['editAuthorizationByPA', 'createAuthorizationByPA', 'adminControl'] as const).some((key) =>
      isGranted(grants, key),
    ),
  rating: (asked) => worksOn(asked) && asked.booking.status === bookingStatus.finished,
  recurring: (asked) =>
    isGranted(asked.grants, 'addRecurringBookings') && worksOn(asked) && asked.booking.status !== bookingStatus.created,
  addFleet: ({ booking, grants }) =>
    !hasEnded(booking.status) &&
    (isGranted(grants, 'addFleet') || mayAddFleet(grants, booking.idPaymentAccount, ignore)),
  receipt: (asked) => worksOn(asked) && asked.booking.status === bookingStatus.finished,
  resendEmail: (asked) => worksOn(asked) && (!!asked.booking.emailPassenger?.trim() || 'problems.noEmail'),
}

/** What may be done to a booking as it stands, in the order in which it is offered. */
export const actionsFor = (asked: Asked): OfferedAction[] =>
  (Object.keys(actionKeys) as ActionId[]).flatMap((id) => {
    const verdict = verdicts[id](asked)
    if (verdict === false) return []
    return [typeof verdict === 'string' ? { id, blocked: verdict } : { id }]
  })

const mainByStatus: Readonly<Record<number, readonly ActionId[]>> = {
  [bookingStatus.requested]: ['dispatch', 'edit', 'cancel'],
  [bookingStatus.unconfirmed]: ['dispatch', 'edit', 'cancel'],
  [bookingStatus.confirmed]: ['finish', 'edit', 'cancel'],
}

/** The few that stand in the open; the first of them is the one that the booking most likely waits for. */
export const mainActions = ({ status }: Pick<Booking, 'status'>, offered: readonly OfferedAction[]) => {
  const wanted = mainByStatus[status] ?? ['edit', 'priceDetails']
  return wanted.flatMap((id) => offered.find((action) => action.id === id) ?? [])
}

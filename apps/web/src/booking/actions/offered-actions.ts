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

/** An offered action; if it is not possible now, with the message key of the reason. */
export type OfferedAction = { id: ActionId; blocked?: string }

type ActionContext = { booking: Booking; grants: Grants; now: number }
/** False: not offered. A string: blocked, with the message key of the reason. True: available. */
type Verdict = boolean | string

const isOnBoard = ({ statusDispatch }: Booking) => (statusDispatch ?? 0) >= constants.CLIENT_ON_BOARD

const worksOn = ({ booking, grants }: ActionContext) =>
  booking.status === bookingStatus.created ||
  (['dispatchServiceByFleet', 'editServiceByFleet'] as const).some((key) => mayUseFleet(grants, key, booking.idFleet))

const may = (action: BookingAction, { booking, ...context }: ActionContext) =>
  mayDo(action, booking.status) && worksOn({ booking, ...context })

const sendsSms = (grants: Grants) => {
  const allowed = idsAllowed(grants, 'sendSMSByWhiteLabel')
  return allowed === 'all' || allowed.size > 0
}

const ignore = () => undefined

const verdicts: Record<ActionId, (context: ActionContext) => Verdict> = {
  dispatch: (context) =>
    may('dispatch', context) && (mayCancelDispatch(context.booking.statusDispatch) || 'problems.hasTaxi'),
  nextFleet: (context) => {
    if (!may('redispatch', context)) return false
    if (isOnBoard(context.booking)) return 'problems.onBoard'
    return nextFleet(context.booking.fleetsFiltered, context.booking.idFleet) !== undefined || 'problems.noNextFleet'
  },
  confirm: ({ booking, grants }) =>
    booking.status === bookingStatus.requested && mayUseFleet(grants, 'confirmBookingByFleet', booking.idFleet),
  dispatchInfo: (context) =>
    isAlive(context.booking.status) &&
    worksOn(context) &&
    (!isDispatchEditLocked(context.booking.timeBookingStartTimestamp, context.now) || 'problems.startedLongAgo'),
  edit: ({ booking, grants }) =>
    mayDo('edit', booking.status) &&
    mayUseFleet(grants, isAlive(booking.status) ? 'editServiceByFleet' : 'editServiceDeadByFleet', booking.idFleet),
  finish: (context) => may('finish', context),
  cancel: (context) => may('cancelByCallCentre', context),
  cancelDispatch: (context) =>
    may('cancelDispatch', context) && (mayCancelDispatch(context.booking.statusDispatch) || 'problems.hasTaxi'),
  cancelSeries: (context) =>
    isAlive(context.booking.status) &&
    worksOn(context) &&
    (context.booking.idCopyFrom != null || context.booking.isSeries === true),
  message: worksOn,
  sms: (context) =>
    sendsSms(context.grants) &&
    worksOn(context) &&
    (context.booking.phoneNumberPassenger.trim() !== '' || 'problems.noPhone'),
  priceDetails: () => true,
  breaks: (context) => worksOn(context) && context.booking.idPaymentAccount !== null,
  fleetBreaks: worksOn,
  accountForms: ({ booking, grants }) =>
    booking.idPaymentAccount !== null &&
    (['editAuthorizationByPA', 'createAuthorizationByPA', 'adminControl'] as const).some((key) =>
      isGranted(grants, key),
    ),
  rating: (context) => worksOn(context) && context.booking.status === bookingStatus.finished,
  recurring: (context) =>
    isGranted(context.grants, 'addRecurringBookings') &&
    worksOn(context) &&
    context.booking.status !== bookingStatus.created,
  addFleet: ({ booking, grants }) =>
    !hasEnded(booking.status) &&
    (isGranted(grants, 'addFleet') || mayAddFleet(grants, booking.idPaymentAccount, ignore)),
  receipt: (context) => worksOn(context) && context.booking.status === bookingStatus.finished,
  resendEmail: (context) => worksOn(context) && (!!context.booking.emailPassenger?.trim() || 'problems.noEmail'),
}

/** Whether this action is offered and possible now, without evaluating the others. */
export const isPossible = (id: ActionId, context: ActionContext) => verdicts[id](context) === true

/** The actions offered for a booking, in display order. */
export const actionsFor = (context: ActionContext): OfferedAction[] =>
  (Object.keys(actionKeys) as ActionId[]).flatMap((id) => {
    const verdict = verdicts[id](context)
    if (verdict === false) return []
    return [typeof verdict === 'string' ? { id, blocked: verdict } : { id }]
  })

const mainByStatus: Readonly<Record<number, readonly ActionId[]>> = {
  [bookingStatus.requested]: ['dispatch', 'edit', 'cancel'],
  [bookingStatus.unconfirmed]: ['dispatch', 'edit', 'cancel'],
  [bookingStatus.confirmed]: ['finish', 'edit', 'cancel'],
}

/** The few actions shown as buttons, most likely first. */
export const mainActions = ({ status }: Pick<Booking, 'status'>, offered: readonly OfferedAction[]) => {
  const wanted = mainByStatus[status] ?? ['edit', 'priceDetails']
  return wanted.flatMap((id) => offered.find((action) => action.id === id) ?? [])
}

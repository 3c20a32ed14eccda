import { bookingStatus, type CodeOf, dispatchStatus, isAlive, labelKey } from '../codes.ts'
import { isKeyOf } from '../objects.ts'
import { minutes } from './duration.ts'
import { readTaxiFeatures } from './lists.ts'
import { parseFleetsFiltered } from './texts.ts'

export type DispatchStatus = CodeOf<'dispatchStatus'>

const states = {
  949: 'searching',
  1500: 'searching',
  1200: 'searchingCommitment',
  1300: 'committed',
  955: 'assigned',
  2000: 'assigned',
  2500: 'onBoard',
  2800: 'pricePending',
  3000: 'trajectory',
  [-8000]: 'manual',
  [-9999]: 'locked',
} as const satisfies Record<DispatchStatus, string>

export type DispatchState = (typeof states)[DispatchStatus]

/** The meaning of a dispatch status; undefined if it is missing or unknown. */
export const dispatchStateOf = (statusDispatch: number | null | undefined): DispatchState | undefined =>
  statusDispatch != null && isKeyOf(states, statusDispatch) ? states[statusDispatch] : undefined

/** Whether a taxi is assigned, with or without its passenger on board (document 2, section 4). */
export const hasTaxi = (statusDispatch: number | null | undefined) =>
  ['assigned', 'onBoard'].some((state) => state === dispatchStateOf(statusDispatch))

const beyondConfirmed: readonly unknown[] = [
  'locked',
  'onBoard',
  'pricePending',
  'trajectory',
] satisfies DispatchState[]
const beforeConfirmed: readonly unknown[] = ['manual', 'committed', 'assigned'] satisfies DispatchState[]

type Standing = { status: number; statusDispatch?: number | null | undefined }

/**
 * The label of a booking's state wherever it is shown: the dispatch status if that says more than the booking status.
 */
export const stateLabelKey = ({ status, statusDispatch }: Standing) => {
  const state = isAlive(status) ? dispatchStateOf(statusDispatch) : undefined
  const saysMore =
    beyondConfirmed.includes(state) || (status !== bookingStatus.confirmed && beforeConfirmed.includes(state))
  return saysMore ? labelKey('dispatchStatus', statusDispatch) : labelKey('bookingStatus', status)
}

const aliveStatuses = [bookingStatus.requested, bookingStatus.confirmed, bookingStatus.unconfirmed]

/** The distinct labels that alive bookings can have, each with its code. */
export const aliveStateLabels = () => {
  const dispatched = [null, ...Object.keys(states).map(Number)]
  const labels = aliveStatuses.flatMap((status) =>
    dispatched.map((statusDispatch) => stateLabelKey({ status, statusDispatch })),
  )
  return [...new Set(labels)]
    .filter((label) => label !== undefined)
    .map((label) => ({ value: label.slice(label.lastIndexOf('.') + 1), label }))
}

type DispatchOrder = { protocolDispatch?: number | null; isBlocked?: boolean | null; enableCommitment?: boolean | null }

/** A hold set by the operator applies whatever the fleet; a fleet without a protocol has to be phoned. */
export const statusDispatchAtStart = ({
  protocolDispatch,
  isBlocked,
  enableCommitment,
}: DispatchOrder): DispatchStatus => {
  if (isBlocked) return dispatchStatus.locked
  if (!protocolDispatch) return dispatchStatus.manual
  return enableCommitment ? 1200 : 949
}

/** Compared numerically, so that manual and held bookings can be withdrawn too (O2-44). */
export const mayCancelDispatch = (statusDispatch: number | null | undefined) =>
  statusDispatch === undefined || statusDispatch === null || statusDispatch < dispatchStatus.assigned

/** A booking withdrawn from its fleet goes on hold until a person dispatches it again. */
export const statusDispatchAfterCancel: DispatchStatus = dispatchStatus.locked

const search = [949, 1500, 1200] as const

/**
 * The statuses that a supplier may report next. Assignment cannot be skipped, because it confirms the booking; later
 * reports may be lost on the way. Only before the passenger is on board may a supplier go back to searching.
 */
export const progressAfter: Readonly<Record<DispatchStatus, readonly DispatchStatus[]>> = {
  949: [1500, 955, 2000],
  1500: [955, 2000],
  1200: [1300, 949, 1500, 955, 2000],
  1300: [...search, 955, 2000],
  955: [2000, 2500, 2800, 3000, ...search],
  2000: [2500, 2800, 3000, ...search],
  2500: [2800, 3000],
  2800: [3000],
  3000: [],
  [-8000]: [],
  [-9999]: [],
}

export const mayProgress = (from: number | null | undefined, to: number) =>
  from != null && isKeyOf(progressAfter, from) && progressAfter[from].some((status) => status === to)

export const preDispatchMinutes = [10, 15, 20, 25, 30, 35, 40, 45, 50, 60, 120, 360] as const

/**
 * The preselected lead: the first listed one that is not below the fleet's default, or the longest if the default
 * exceeds them all (O2-63).
 */
export const preDispatchFor = (defaultTimePredispatch: number | null | undefined): number =>
  preDispatchMinutes.find((lead) => lead >= (defaultTimePredispatch ?? 0)) ?? 360

/** Undefined if no fleet follows the current one in the list (O2-45). */
export const nextFleet = (fleetsFiltered: string | null | undefined, idFleet: number | null | undefined) => {
  const fleets = parseFleetsFiltered(fleetsFiltered)
  const place = idFleet ? fleets.indexOf(idFleet) : -1
  return place < 0 ? undefined : fleets[place + 1]
}

type Departure = { start: number; asap?: boolean | null; timePreDispatch?: number | null; now: number }

/** When the order is sent to the fleet. Without a lead it is sent at once, so that the fleet can plan. */
export const dispatchTime = ({ start, asap, timePreDispatch, now }: Departure) =>
  asap || !timePreDispatch ? now : Math.max(now, start - minutes(timePreDispatch))

const lastPlainFeature = 99

type CommitmentFleet = { enableCommitmentDefault?: boolean | null; commitmentByTaxiFeatures?: boolean | null }

/** The initial enableCommitment: the fleet's default, or on if a chosen feature requires a guaranteed taxi. */
export const defaultCommitment = (
  { enableCommitmentDefault, commitmentByTaxiFeatures }: CommitmentFleet,
  taxiFeatures: string | null | undefined,
) =>
  !!enableCommitmentDefault ||
  (!!commitmentByTaxiFeatures && readTaxiFeatures(taxiFeatures)?.some((feature) => feature > lastPlainFeature) === true)

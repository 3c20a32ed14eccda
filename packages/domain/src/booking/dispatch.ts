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

/** What a dispatch status means; undefined for none and for an unknown one. */
export const dispatchStateOf = (statusDispatch: number | null | undefined): DispatchState | undefined =>
  statusDispatch != null && isKeyOf(states, statusDispatch) ? states[statusDispatch] : undefined

/** A taxi is on the booking, with its passenger or without (document 2, section 4). */
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

/** The label of a booking's state, the same wherever it is shown: that of its dispatch where it says more. */
export const stateLabelKey = ({ status, statusDispatch }: Standing) => {
  const state = isAlive(status) ? dispatchStateOf(statusDispatch) : undefined
  const saysMore =
    beyondConfirmed.includes(state) || (status !== bookingStatus.confirmed && beforeConfirmed.includes(state))
  return saysMore ? labelKey('dispatchStatus', statusDispatch) : labelKey('bookingStatus', status)
}

const aliveStatuses = [bookingStatus.requested, bookingStatus.confirmed, bookingStatus.unconfirmed]

/** The labels that bookings at work can have, each once, by the code that they belong to. */
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

/** An operator's lock holds whatever the fleet is; a fleet without a protocol is rung by a person. */
export const statusDispatchAtStart = ({
  protocolDispatch,
  isBlocked,
  enableCommitment,
}: DispatchOrder): DispatchStatus => {
  if (isBlocked) return dispatchStatus.locked
  if (!protocolDispatch) return dispatchStatus.manual
  return enableCommitment ? 1200 : 949
}

/** Numerically, so that manual and locked bookings may be withdrawn too (O2-44). */
export const mayCancelDispatch = (statusDispatch: number | null | undefined) =>
  statusDispatch === undefined || statusDispatch === null || statusDispatch < dispatchStatus.assigned

/** Withdrawn from its fleet, the booking waits for a person to dispatch it again. */
export const statusDispatchAfterCancel: DispatchStatus = dispatchStatus.locked

const search = [949, 1500, 1200] as const

/**
 * What a supplier may report after what it reported. Being assigned cannot be left out, because it confirms the booking;
 * later reports may be lost on the way. Nothing goes back but a taxi that lets go before its passenger is on board.
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

/** The listed lead that is preselected: never a shorter one than the fleet wants, unless it wants more than there is (O2-63). */
export const preDispatchFor = (defaultTimePredispatch: number | null | undefined): number =>
  preDispatchMinutes.find((lead) => lead >= (defaultTimePredispatch ?? 0)) ?? 360

/** Undefined when the list names no other fleet after the current one (O2-45). */
export const nextFleet = (fleetsFiltered: string | null | undefined, idFleet: number | null | undefined) => {
  const fleets = parseFleetsFiltered(fleetsFiltered)
  const place = idFleet ? fleets.indexOf(idFleet) : -1
  return place < 0 ? undefined : fleets[place + 1]
}

type Departure = { start: number; asap?: boolean | null; timePreDispatch?: number | null; now: number }

/** When the order leaves for the fleet; without a lead it leaves at once, so that the fleet may plan. */
export const dispatchTime = ({ start, asap, timePreDispatch, now }: Departure) =>
  asap || !timePreDispatch ? now : Math.max(now, start - minutes(timePreDispatch))

const lastPlainFeature = 99

type CommitmentFleet = { enableCommitmentDefault?: boolean | null; commitmentByTaxiFeatures?: boolean | null }

/** What enableCommitment starts from: the fleet's default, or a feature that wants a committed taxi. */
export const defaultCommitment = (
  { enableCommitmentDefault, commitmentByTaxiFeatures }: CommitmentFleet,
  taxiFeatures: string | null | undefined,
) =>
  !!enableCommitmentDefault ||
  (!!commitmentByTaxiFeatures && readTaxiFeatures(taxiFeatures)?.some((feature) => feature > lastPlainFeature) === true)

import { readStops, readTaxiFeatures } from '../booking/lists.ts'
import { isPlaceComplete } from '../booking/places.ts'
import { paymentMethodsToChoose } from '../codes.ts'
import { constants } from '../constants.ts'
import type { Draft, DraftCustomer, DraftPlace, WizardStep } from './draft.ts'
import { bookingToCreate } from './sending.ts'

/** The parts of a past ride that a draft can take over. */
export type PastRide = {
  origin?: DraftPlace | null
  destination?: DraftPlace | null
  stops?: string | null
  taxiFeatures?: string | null
  idFleet?: number | null
  paymentMethod?: number | null
  notes?: string | null
}

export type TypedFields = Partial<Omit<Draft, 'key' | 'attempt' | 'variant' | 'step' | 'saved' | 'toCreate'>>

export type DraftAction =
  | { type: 'typed'; fields: TypedFields }
  | { type: 'customerChosen'; customer: DraftCustomer | null }
  | { type: 'rideRepeated'; ride: PastRide }
  | { type: 'rideReversed'; ride: PastRide }
  | { type: 'startRead'; start: number | null; asap: boolean }
  | { type: 'movedOn' }
  | { type: 'wentBack'; step: 1 | 2 }
  | { type: 'created'; attempt: number; id: number; version: number }
  | { type: 'sent'; promisedArrival: number | null; promisedPrice: number | null }
  | { type: 'refused' }
  | { type: 'callerKept'; idCaller: number }
  | { type: 'confirmed'; id: number; version: number }

/** Cleared by going back: the booking's id, user, fleet, status and times (document 2, section 2). */
const wiped = {
  toCreate: null,
  saved: null,
  customer: null,
  idNewCaller: null,
  idFleet: null,
  start: null,
  timePreDispatch: null,
  enableCommitment: null,
  promisedArrival: null,
  promisedPrice: null,
  isSent: false,
} as const

/** Removes the passenger details taken from the customer; typed ones stay. */
const withoutCustomer = ({ customer, ...draft }: Draft) => {
  const isTheirs = (text: string, theirs: string | null | undefined) => !!theirs && text === theirs
  return {
    ...draft,
    passengerName: isTheirs(draft.passengerName, customer?.name) ? '' : draft.passengerName,
    phoneNumberPassenger: isTheirs(draft.phoneNumberPassenger, customer?.phoneNumber) ? '' : draft.phoneNumberPassenger,
    emailPassenger: isTheirs(draft.emailPassenger, customer?.email) ? '' : draft.emailPassenger,
  }
}

/** Typed passenger details are not overwritten by a customer found late. */
const withCustomer = (draft: Draft, customer: DraftCustomer | null): Draft => {
  const typed = draft.step === 3 || draft.attempt > 0
  return {
    ...draft,
    customer,
    passengerName: (typed && draft.passengerName) || customer?.name || '',
    phoneNumberPassenger: (typed && draft.phoneNumberPassenger) || customer?.phoneNumber || draft.phoneNumber,
    emailPassenger: (typed && draft.emailPassenger) || customer?.email || '',
  }
}

const isOffered = (method: number | null | undefined): method is number =>
  paymentMethodsToChoose.some((offered) => offered === method)

const withRide = (draft: Draft, ride: PastRide): Draft => ({
  ...draft,
  origin: ride.origin ?? null,
  destination: ride.destination ?? null,
  stops: (readStops(ride.stops) ?? []).map(({ lat, lon }) => ({ addressField: `${lat}, ${lon}`, lat, lon })),
  taxiFeatures: readTaxiFeatures(ride.taxiFeatures) ?? [],
  idFleet: ride.idFleet ?? null,
  paymentMethod: isOffered(ride.paymentMethod) ? ride.paymentMethod : draft.paymentMethod,
  notes: (ride.notes ?? draft.notes).slice(0, constants.messageMaxLength),
})

const withRideReversed = (draft: Draft, ride: PastRide) => {
  const back = withRide(draft, { ...ride, origin: ride.destination, destination: ride.origin })
  return { ...back, stops: back.stops.toReversed() }
}

const movedOn = (draft: Draft): Draft => {
  if (draft.step === 1) return { ...draft, step: 2 }
  if (draft.step === 2) return { ...draft, step: 3, toCreate: bookingToCreate(draft) }
  return draft
}

const isUntouchable = ({ isSent, isConfirmed }: Draft) => isSent || isConfirmed

/** Server responses apply even while the draft is locked. */
const heard = (draft: Draft, action: DraftAction): Draft | undefined => {
  switch (action.type) {
    case 'created':
      if (action.attempt !== draft.attempt || draft.step !== 3) return draft
      return { ...draft, saved: { id: action.id, version: action.version } }
    case 'refused':
      return { ...draft, isSent: false }
    case 'callerKept':
      return { ...draft, idNewCaller: action.idCaller }
    case 'confirmed':
      return { ...draft, isConfirmed: true, saved: { id: action.id, version: action.version } }
    default:
      return undefined
  }
}

/** The only way to change a draft, in every variant. */
export const reduceDraft = (draft: Draft, action: DraftAction): Draft => {
  const answered = heard(draft, action)
  if (answered || isUntouchable(draft)) return answered ?? draft
  switch (action.type) {
    case 'typed':
      return { ...draft, ...action.fields }
    case 'customerChosen':
      return withCustomer(draft, action.customer)
    case 'rideRepeated':
      return withRide(draft, action.ride)
    case 'rideReversed':
      return withRideReversed(draft, action.ride)
    case 'startRead':
      return { ...draft, start: action.start, asap: action.asap }
    case 'movedOn':
      return movedOn(draft)
    case 'wentBack':
      return {
        ...withoutCustomer(draft),
        ...wiped,
        asap: draft.variant === 'new-booking',
        step: action.step,
        attempt: draft.attempt + 1,
      }
    case 'sent':
      return { ...draft, isSent: true, promisedArrival: action.promisedArrival, promisedPrice: action.promisedPrice }
    default:
      return draft
  }
}

/** The done flag of each step, set when the step has what it requires. */
export const stepsDone = (draft: Draft, { mandatoryDestination = false } = {}): Record<WizardStep, boolean> => {
  const hasCustomer = draft.kind === 'caller' ? draft.phoneNumber.trim() !== '' : !!draft.customer?.idAuthorization
  const isRouteComplete =
    isPlaceComplete(draft.origin) &&
    (draft.destination?.addressField?.trim() || mandatoryDestination ? isPlaceComplete(draft.destination) : true)
  const hasFleet = draft.idFleet !== null && draft.phoneNumberPassenger.trim() !== ''
  return {
    1: hasCustomer && draft.step > 1,
    2: isRouteComplete && draft.start !== null && draft.step > 2,
    3: hasFleet && draft.step === 3,
  }
}

import type { Place } from '../booking/places.ts'
import { constants } from '../constants.ts'
import type { ProblemKey } from '../problem/keys.ts'
import type { bookingToCreate } from './sending.ts'

export type WizardVariant = 'new-booking' | 'to-invoice' | 'historic'
export type CustomerKind = 'caller' | 'authorization'
export type WizardStep = 1 | 2 | 3

export type DraftPlace = Place & {
  additionalAddressInfo?: string | null
  idPoi?: number | null
  isPoi?: boolean | null
  /** Kept as typed, at the point of its town, until somebody places it on the map. */
  isApproximate?: boolean
  /** The street is known but not the house number, so the point is the middle of the street. */
  isMidStreet?: boolean
}

/** The customer of the booking, as far as step 1 found out. */
export type DraftCustomer = {
  idCaller?: number | null
  idAuthorization?: number | null
  idPaymentAccount?: number | null
  name: string
  phoneNumber: string
  email?: string | null
  isBlacklisted?: boolean | null
  subscriberCode?: string | null
  userNumber?: string | null
  /** Why no booking may be made for them now. */
  problem?: ProblemKey | null
}

/** A booking still being taken: everything typed, in any variant of the wizard. */
export type Draft = {
  /** Identifies the draft, also in the idempotency keys of its requests. */
  key: string
  /** How often the operator went back: requests of a new attempt are not repeats. */
  attempt: number
  variant: WizardVariant
  kind: CustomerKind
  step: WizardStep

  phoneNumber: string
  phoneNumberDialed: string
  subscriberCode: string
  userNumber: string
  customer: DraftCustomer | null

  origin: DraftPlace | null
  destination: DraftPlace | null
  stops: DraftPlace[]
  /** The start as typed; `start` and `asap` hold its current meaning. */
  when: string
  start: number | null
  asap: boolean
  taxiFeatures: number[]
  notes: string
  flightNumber: string
  pickupZone: string

  /** The create request as it was on leaving step 2, so that a retry is identical whatever was typed since. */
  toCreate: ReturnType<typeof bookingToCreate> | null
  /** The booking as saved on the server. */
  saved: { id: number; version: number } | null
  idFleet: number | null
  fleetsFiltered: number[]
  hasFilterPolicy: boolean
  fleetFilterPolicy: string
  timePreDispatch: number | null
  enableCommitment: boolean | null
  isBlocked: boolean
  idFavouriteCab: number | null
  passengerName: string
  phoneNumberPassenger: string
  emailPassenger: string
  paymentMethod: number
  idCard: number | null
  bookingReference: string
  priceCustomerTotal: number | null
  priceSupplierTotal: number | null
  breaks: Record<number, string>
  recurringDates: string[]
  promisedArrival: number | null
  promisedPrice: number | null

  /** Submitted by the operator; nothing may change until the server has answered. */
  isSent: boolean
  /** The caller created for an unknown number; 0 if none could be created. */
  idNewCaller: number | null
  isConfirmed: boolean
}

export type DraftSeed = Pick<Draft, 'key' | 'variant' | 'kind'> & Partial<Draft>

export const newDraft = (seed: DraftSeed): Draft => ({
  attempt: 0,
  step: 1,
  phoneNumber: '',
  phoneNumberDialed: '',
  subscriberCode: '',
  userNumber: '',
  customer: null,
  origin: null,
  destination: null,
  stops: [],
  when: '',
  start: null,
  asap: seed.variant === 'new-booking',
  taxiFeatures: [],
  notes: '',
  flightNumber: '',
  pickupZone: '',
  toCreate: null,
  saved: null,
  idFleet: null,
  fleetsFiltered: [],
  hasFilterPolicy: false,
  fleetFilterPolicy: '',
  timePreDispatch: null,
  enableCommitment: null,
  isBlocked: false,
  idFavouriteCab: null,
  passengerName: '',
  phoneNumberPassenger: seed.phoneNumber ?? '',
  emailPassenger: '',
  paymentMethod: constants.defaultPaymentMethod,
  idCard: null,
  bookingReference: '',
  priceCustomerTotal: null,
  priceSupplierTotal: null,
  breaks: {},
  recurringDates: [],
  promisedArrival: null,
  promisedPrice: null,
  isSent: false,
  idNewCaller: null,
  isConfirmed: false,
  ...seed,
})

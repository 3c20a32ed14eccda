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
  /** Kept as it was typed: its point is that of the town, until somebody shows it on the map. */
  isApproximate?: boolean
  /** The street is known, the house is not: its point is the middle of the street. */
  isMidStreet?: boolean
}

/** Whom the booking is for, as far as step 1 found out. */
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
  /** Why nobody may book for them at this moment. */
  problem?: ProblemKey | null
}

/** A booking while somebody is still speaking: what is typed, whatever variant of the wizard it is typed in. */
export type Draft = {
  /** Tells drafts apart, and repeats of what each of them sends. */
  key: string
  /** Counts how often the booking was begun anew: what is sent then is no repeat. */
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
  /** The start as it was typed, and what it means now. */
  when: string
  start: number | null
  asap: boolean
  taxiFeatures: number[]
  notes: string
  flightNumber: string
  pickupZone: string

  /** As it was when step 2 was left: a repeat has to say the same, whatever was typed meanwhile. */
  toCreate: ReturnType<typeof bookingToCreate> | null
  /** What the server holds of it. */
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

  /** Booked by the operator; nothing may change until the server has answered. */
  isSent: boolean
  /** The caller that was made of an unknown number; zero where none could be made. */
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

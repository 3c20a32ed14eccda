import { readTaxiFeatures } from '../booking/lists.ts'
import { messageReaders, newMessage } from '../booking/messages.ts'
import { isPlaceComplete, type Place } from '../booking/places.ts'
import { constants } from '../constants.ts'
import { formatFleetsFiltered } from '../entities.ts'

export type WizardVariant = 'new-booking' | 'to-invoice' | 'historic'
export type CustomerKind = 'caller' | 'authorization'
export type WizardStep = 1 | 2 | 3

export type DraftPlace = Place & {
  additionalAddressInfo?: string | null
  idPoi?: number | null
  isPoi?: boolean | null
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
}

/** A booking while somebody is still speaking: what is typed, whatever variant of the wizard it is typed in. */
export type Draft = {
  /** Tells drafts apart, and repeats of what each of them sends. */
  key: string
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

  /** What the server holds of it. */
  saved: { id: number; version: number } | null
  idFleet: number | null
  fleetsFiltered: number[]
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
}

export type DraftSeed = Pick<Draft, 'key' | 'variant' | 'kind'> & Partial<Draft>

export const newDraft = (seed: DraftSeed): Draft => ({
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
  saved: null,
  idFleet: null,
  fleetsFiltered: [],
  fleetFilterPolicy: '',
  timePreDispatch: null,
  enableCommitment: null,
  isBlocked: false,
  idFavouriteCab: null,
  passengerName: '',
  phoneNumberPassenger: '',
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
  ...seed,
})

/** A ride of the past, as far as it can be taken over. */
export type PastRide = {
  origin?: DraftPlace | null
  destination?: DraftPlace | null
  taxiFeatures?: string | null
  idFleet?: number | null
  paymentMethod?: number | null
  notes?: string | null
}

export type DraftAction =
  | { type: 'typed'; fields: Partial<Omit<Draft, 'key' | 'variant' | 'step' | 'saved'>> }
  | { type: 'customerChosen'; customer: DraftCustomer | null }
  | { type: 'rideRepeated'; ride: PastRide }
  | { type: 'rideReversed'; ride: PastRide }
  | { type: 'startRead'; start: number | null; asap: boolean }
  | { type: 'movedOn' }
  | { type: 'wentBack'; step: 1 | 2 }
  | { type: 'created'; id: number; version: number }

/** What going back wipes: the booking's id, user, fleet, status and times (document 2, section 2). */
const wiped = {
  saved: null,
  idFleet: null,
  start: null,
  timePreDispatch: null,
  promisedArrival: null,
  promisedPrice: null,
} as const

const withCustomer = (draft: Draft, customer: DraftCustomer | null): Draft => ({
  ...draft,
  customer,
  passengerName: customer?.name ?? '',
  phoneNumberPassenger: customer?.phoneNumber ?? draft.phoneNumber,
  emailPassenger: customer?.email ?? '',
})

const withRide = (
  draft: Draft,
  { origin, destination, taxiFeatures, idFleet, paymentMethod, notes }: PastRide,
): Draft => ({
  ...draft,
  origin: origin ?? null,
  destination: destination ?? null,
  taxiFeatures: readTaxiFeatures(taxiFeatures) ?? [],
  idFleet: idFleet ?? null,
  paymentMethod: paymentMethod ?? draft.paymentMethod,
  notes: notes ?? draft.notes,
})

const steps: Record<WizardStep, WizardStep> = { 1: 2, 2: 3, 3: 3 }

/** The one way a draft changes, in every variant. */
export const reduceDraft = (draft: Draft, action: DraftAction): Draft => {
  switch (action.type) {
    case 'typed':
      return { ...draft, ...action.fields }
    case 'customerChosen':
      return withCustomer(draft, action.customer)
    case 'rideRepeated':
      return withRide(draft, action.ride)
    case 'rideReversed':
      return withRide(draft, { ...action.ride, origin: action.ride.destination, destination: action.ride.origin })
    case 'startRead':
      return { ...draft, start: action.start, asap: action.asap }
    case 'movedOn':
      return { ...draft, step: steps[draft.step] }
    case 'wentBack':
      return { ...draft, ...wiped, step: action.step }
    case 'created':
      return { ...draft, saved: { id: action.id, version: action.version } }
  }
}

/** The done flag of each step: what it asks for is there. */
export const stepsDone = (draft: Draft, { mandatoryDestination = false } = {}): Record<WizardStep, boolean> => {
  const hasCustomer =
    draft.kind === 'caller' ? draft.phoneNumber.trim() !== '' : draft.customer?.idAuthorization !== undefined
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

const stopsText = (stops: readonly DraftPlace[]) =>
  stops
    .filter(isPlaceComplete)
    .map(({ lat, lon }) => `${lat},${lon}`)
    .join(',')

/** What is sent when step 2 is left: the booking as the wizard's own (O2-07). */
export const bookingToCreate = (draft: Draft) => ({
  booking: {
    status: 5,
    entryChannel: constants.entryChannel,
    paymentMethod: draft.paymentMethod,
    timeBookingStart: draft.start,
    asap: draft.asap,
    origin: draft.origin,
    destination: draft.destination,
    stops: stopsText(draft.stops),
    taxiFeatures: draft.taxiFeatures.join(','),
    notes: draft.notes,
    flightNumber: draft.flightNumber,
    pickupZone: draft.pickupZone,
    passengerName: draft.passengerName,
    phoneNumberPassenger: draft.phoneNumberPassenger,
    phoneNumberDialed: draft.phoneNumberDialed,
    idCaller: draft.customer?.idCaller ?? null,
    idAuthorization: draft.customer?.idAuthorization ?? null,
    idPaymentAccount: draft.customer?.idPaymentAccount ?? null,
  },
  ...(draft.notes.trim() && {
    messages: [newMessage({ message: draft.notes, readers: messageReaders.wizardNotes })],
  }),
})

/** What is sent to confirm it to its fleet. */
export const bookingToConfirm = (draft: Draft) => ({
  booking: {
    id: draft.saved?.id,
    version: draft.saved?.version,
    status: 5,
    idFleet: draft.idFleet,
    fleetsFiltered: formatFleetsFiltered([...(draft.idFleet ? [draft.idFleet] : []), ...draft.fleetsFiltered]),
    fleetFilterPolicy: draft.fleetFilterPolicy,
    timePreDispatch: draft.timePreDispatch,
    ...(draft.enableCommitment !== null && { enableCommitment: draft.enableCommitment }),
    idFavouriteCab: draft.idFavouriteCab,
    passengerName: draft.passengerName,
    phoneNumberPassenger: draft.phoneNumberPassenger,
    emailPassenger: draft.emailPassenger,
    paymentMethod: draft.paymentMethod,
    idCard: draft.idCard,
    bookingReference: draft.bookingReference,
    ...(draft.priceCustomerTotal !== null && { priceCustomerTotal: draft.priceCustomerTotal }),
    bookingBreaks: Object.entries(draft.breaks).map(([id, value]) => ({ id: Number(id), value })),
    promisedArrival: draft.promisedArrival,
    promisedPrice: draft.promisedPrice,
  },
  isBlocked: draft.isBlocked,
})

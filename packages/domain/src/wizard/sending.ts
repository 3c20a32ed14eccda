import { messageReaders, newMessage } from '../booking/messages.ts'
import { isPlaceComplete } from '../booking/places.ts'
import { recurringRequest } from '../booking/recurring.ts'
import { formatFleetsFiltered } from '../booking/texts.ts'
import { constants } from '../constants.ts'
import type { Draft, DraftPlace } from './draft.ts'

export const stopsText = (stops: readonly DraftPlace[]) =>
  stops
    .filter(isPlaceComplete)
    .map(({ lat, lon }) => `${lat},${lon}`)
    .join(',')

/** The request on leaving step 2, which creates the booking with status 5 (O2-07). */
export const bookingToCreate = (draft: Draft) => ({
  booking: {
    status: 5,
    entryChannel: constants.entryChannel,
    paymentMethod: draft.paymentMethod,
    timeBookingStart: draft.start,
    asap: draft.asap,
    origin: draft.origin,
    destination: draft.destination?.addressField?.trim() ? draft.destination : null,
    stops: stopsText(draft.stops),
    taxiFeatures: draft.taxiFeatures.join(','),
    notes: draft.notes.trim(),
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

const callerOf = ({ customer, idNewCaller }: Draft) => customer?.idCaller || idNewCaller || null

/** The fields that step 3 adds to a booking. */
const termsOf = (draft: Draft) => ({
  idFleet: draft.idFleet,
  fleetsFiltered: formatFleetsFiltered([...(draft.idFleet ? [draft.idFleet] : []), ...draft.fleetsFiltered]),
  fleetFilterPolicy: draft.hasFilterPolicy ? draft.fleetFilterPolicy : '',
  timePreDispatch: draft.timePreDispatch,
  ...(draft.enableCommitment !== null && { enableCommitment: draft.enableCommitment }),
  idFavouriteCab: draft.idFavouriteCab,
  passengerName: draft.passengerName.trim(),
  phoneNumberPassenger: draft.phoneNumberPassenger.trim(),
  emailPassenger: draft.emailPassenger.trim(),
  paymentMethod: draft.paymentMethod,
  idCard: draft.idCard,
  bookingReference: draft.bookingReference.trim(),
  ...(draft.priceCustomerTotal !== null && { priceCustomerTotal: draft.priceCustomerTotal }),
  bookingBreaks: Object.entries(draft.breaks).map(([id, value]) => ({ id: Number(id), value })),
  ...(callerOf(draft) && { idCaller: callerOf(draft) }),
})

/** The request that confirms the booking to its fleet. */
export const bookingToConfirm = (draft: Draft) => ({
  booking: {
    id: draft.saved?.id,
    version: draft.saved?.version,
    status: 5,
    ...termsOf(draft),
    promisedArrival: draft.promisedArrival,
    promisedPrice: draft.promisedPrice,
  },
  isBlocked: draft.isBlocked,
})

/** A ride already driven is recorded in one request (O2-17). */
export const bookingToRegister = (draft: Draft) => {
  const { booking, ...extras } = bookingToCreate(draft)
  const { priceSupplierTotal } = draft
  return {
    booking: { ...booking, ...termsOf(draft), ...(priceSupplierTotal !== null && { priceSupplierTotal }) },
    ...extras,
  }
}

/** The new caller for an unknown number, named after the passenger. */
const callerToCreate = ({ phoneNumber, passengerName }: Draft) => {
  const [firstName = '', ...rest] = passengerName.trim().split(/\s+/)
  return { phoneNumber: phoneNumber.trim(), firstName, lastName: rest.join(' ') }
}

export type Sending =
  | { kind: 'create'; key: string; body: ReturnType<typeof bookingToCreate> }
  | { kind: 'caller'; key: string; body: ReturnType<typeof callerToCreate> }
  | { kind: 'confirm'; key: string; body: ReturnType<typeof bookingToConfirm> }
  | { kind: 'register'; key: string; body: ReturnType<typeof bookingToRegister> }
  | { kind: 'recurring'; key: string; body: ReturnType<typeof recurringRequest> }

const isCallerNew = ({ kind, customer, idNewCaller, phoneNumber }: Draft) =>
  kind === 'caller' && customer === null && idNewCaller === null && phoneNumber.trim() !== ''

/**
 * The next request of a draft; undefined while the operator is still working on it and when all is done. A retry has
 * the same key, so whatever is lost on the way can be sent again.
 */
export const nextSending = (draft: Draft, { mayCreateCaller = true } = {}): Sending | undefined => {
  const key = (kind: Sending['kind']) => `${draft.key}-${draft.attempt}-${kind}`
  const isNew = draft.variant === 'new-booking'
  if (isNew && draft.step === 3 && !draft.saved && draft.toCreate)
    return { kind: 'create', key: key('create'), body: draft.toCreate }
  if (!draft.isSent) return undefined
  if (!draft.isConfirmed && mayCreateCaller && isCallerNew(draft))
    return { kind: 'caller', key: key('caller'), body: callerToCreate(draft) }
  if (!draft.isConfirmed)
    return isNew
      ? { kind: 'confirm', key: key('confirm'), body: bookingToConfirm(draft) }
      : { kind: 'register', key: key('register'), body: bookingToRegister(draft) }
  if (draft.recurringDates.length > 0 && draft.saved)
    return { kind: 'recurring', key: key('recurring'), body: recurringRequest(draft.saved.id, draft.recurringDates) }
  return undefined
}

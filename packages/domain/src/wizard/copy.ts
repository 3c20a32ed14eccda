import { type Draft, type DraftPlace, newDraft } from './draft.ts'
import { type PastRide, reduceDraft } from './reduce-draft.ts'

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const textOf = (value: unknown) => (typeof value === 'string' ? value.slice(0, 2_000) : '')
const numberOf = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : null)

const placeOf = (value: unknown): DraftPlace | null =>
  isFields(value) && textOf(value.addressField).trim()
    ? {
        addressField: textOf(value.addressField),
        lat: numberOf(value.lat),
        lon: numberOf(value.lon),
        additionalAddressInfo: textOf(value.additionalAddressInfo),
        isPoi: value.isPoi === true,
        idPoi: numberOf(value.idPoi),
      }
    : null

const rideOf = (copy: Fields): PastRide => ({
  origin: placeOf(copy.origin),
  destination: placeOf(copy.destination),
  stops: textOf(copy.stops),
  taxiFeatures: textOf(copy.taxiFeatures),
  paymentMethod: numberOf(copy.paymentMethod),
  notes: textOf(copy.notes),
})

/**
 * The draft fields from a booking copy in a URL, which may contain anything; undefined if it is not an object (O2-16).
 * Time, fleet and state are not taken over: the copy is a booking of its own.
 */
export const readCopy = (copy: unknown): Partial<Draft> | undefined => {
  if (!isFields(copy)) return undefined
  const blank = newDraft({ key: '', variant: 'new-booking', kind: 'caller' })
  const { origin, destination, stops, taxiFeatures, paymentMethod, notes } = reduceDraft(blank, {
    type: 'rideRepeated',
    ride: rideOf(copy),
  })
  return {
    origin,
    destination,
    stops,
    taxiFeatures,
    paymentMethod,
    notes,
    flightNumber: textOf(copy.flightNumber),
    pickupZone: textOf(copy.pickupZone),
    bookingReference: textOf(copy.bookingReference),
    ...(textOf(copy.subscriberCode) && { subscriberCode: textOf(copy.subscriberCode) }),
    ...(textOf(copy.userNumber) && { userNumber: textOf(copy.userNumber) }),
    ...(textOf(copy.phoneNumberPassenger) && { phoneNumberPassenger: textOf(copy.phoneNumberPassenger) }),
    passengerName: textOf(copy.passengerName),
    emailPassenger: textOf(copy.emailPassenger),
  }
}

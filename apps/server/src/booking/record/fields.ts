import type { BookingWrapper } from '@parada/contract/booking'
import type { BookingChange } from '@parada/db/queries/booking-changes'
import { preDispatchMinutes } from '@parada/domain/booking/dispatch'
import { readStops, readTaxiFeatures } from '@parada/domain/booking/lists'
import { destinationProblem, originProblem, type Place } from '@parada/domain/booking/places'
import { formatFleetsFiltered, parseFleetsFiltered } from '@parada/domain/booking/texts'
import { codes } from '@parada/domain/codes'
import { required } from '@parada/domain/objects'
import { refuse } from '../../http/problem.ts'

export type BookingInput = BookingWrapper['booking']

export const pick = <Fields extends object, Name extends keyof Fields>(fields: Fields, names: readonly Name[]) =>
  Object.fromEntries(names.filter((name) => fields[name] !== undefined).map((name) => [name, fields[name]])) as Partial<
    Pick<Fields, Name>
  >

/** The empty value of each column that takes no null. */
const empty: BookingChange = {
  passengerName: '',
  phoneNumberPassenger: '',
  emailPassenger: '',
  phoneNumberDialed: '',
  bookingReference: '',
  notes: '',
  flightNumber: '',
  pickupZone: '',
  tags: [],
  stops: '',
  taxiFeatures: '',
  fleetFilterPolicy: '',
  clientType: 'normal',
  enableCommitment: false,
}

/** Details of the ride and its passenger that people may edit at any stage. */
const contact = [
  'passengerName',
  'phoneNumberPassenger',
  'emailPassenger',
  'bookingReference',
  'notes',
  'flightNumber',
  'pickupZone',
  'tags',
  'paymentMethod',
  'idCard',
  'clientType',
] as const

const ride = [
  'stops',
  'taxiFeatures',
  'idFavouriteCab',
  'fleetFilterPolicy',
  'enableCommitment',
  'timePreDispatch',
] as const
const people = ['idCaller', 'idAuthorization', 'idPaymentAccount', 'phoneNumberDialed', 'entryChannel'] as const

/** References to other records. */
const references = ['idCaller', 'idCard', 'idPaymentAccount'] as const

export const fieldsOf = { contact, references, draft: [...contact, ...ride, ...people] as const }

type Field = (typeof fieldsOf.draft)[number]

/** Columns that take neither null nor an empty value: null leaves them as they are. */
const neverEmpty: readonly Field[] = ['paymentMethod', 'entryChannel']

/** The sent ones among these fields, with null replaced by the column's empty value. */
export const fieldsFrom = (booking: BookingInput, names: readonly Field[]): BookingChange =>
  Object.fromEntries(
    names
      .filter((name) => booking[name] !== undefined && !(booking[name] === null && neverEmpty.includes(name)))
      .map((name) => [name, booking[name] ?? empty[name] ?? null]),
  )

const isCode = (kind: 'paymentMethod' | 'entryChannel' | 'clientType', code: number | string | null | undefined) =>
  code == null || Object.hasOwn(codes[kind], code)

const longestPreDispatch = Math.max(...preDispatchMinutes)

/** Checks that apply to every booking, whoever sends it. */
export const checkFields = (booking: BookingInput) => {
  for (const kind of ['paymentMethod', 'entryChannel', 'clientType'] as const)
    if (!isCode(kind, booking[kind])) throw refuse.field(kind, `${kind}: ${booking[kind]} is not a known code`)
  if (!readStops(booking.stops)) throw refuse.field('stops', 'stops: must be a comma-separated list of lat,lon pairs')
  if (!readTaxiFeatures(booking.taxiFeatures))
    throw refuse.field('taxiFeatures', 'taxiFeatures: must be a comma-separated list of numbers')
  if (booking.emailPassenger && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(booking.emailPassenger))
    throw refuse.rule('problems.emailInvalid', 'emailPassenger')
  const { timePreDispatch } = booking
  if (timePreDispatch != null && (timePreDispatch < 0 || timePreDispatch > longestPreDispatch))
    throw refuse.field('timePreDispatch', `timePreDispatch: must be 0 to ${longestPreDispatch} minutes`)
}

/** Far above the price of any ride, and low enough for sums and multiples of it to fit their columns. */
const mostMoney = 99_999

/** Refuses amounts that are negative or higher than any ride may cost. */
export const checkMoney = (amounts: Readonly<Record<string, number | null | undefined>>) => {
  for (const [field, amount] of Object.entries(amounts)) {
    if (amount != null && amount < 0) throw refuse.rule('problems.priceNegative', field)
    if (amount != null && amount > mostMoney) throw refuse.field(field, `${field}: must not be more than ${mostMoney}`)
  }
}

type Ends = { origin?: Place | null; destination?: Place | null; mandatoryDestination?: boolean | null }

export const checkPlaces = (ends: Ends) => {
  const origin = originProblem(ends)
  if (origin) throw refuse.rule(origin, 'origin')
  const destination = destinationProblem(ends)
  if (destination) throw refuse.rule(destination, 'destination')
}

type PlaceInput = NonNullable<BookingInput['origin']>

/** A place as it is stored, or null if it is empty. */
export const keptPlace = (place: PlaceInput | null | undefined) =>
  place?.addressField?.trim()
    ? {
        addressField: place.addressField.trim(),
        lat: required(place.lat, 'lat'),
        lon: required(place.lon, 'lon'),
        isPoi: place.isPoi ?? false,
        ...(place.additionalAddressInfo && { additionalAddressInfo: place.additionalAddressInfo }),
        ...(place.idPoi && { idPoi: place.idPoi }),
      }
    : null

/** The fleets of a booking in order, with the chosen one first if it is not listed. */
export const fleetsWanted = (booking: Pick<BookingInput, 'idFleet' | 'fleetsFiltered'>) => {
  const listed = parseFleetsFiltered(booking.fleetsFiltered)
  const chosen = booking.idFleet == null || listed.includes(booking.idFleet) ? [] : [booking.idFleet]
  const all = [...chosen, ...listed]
  return { all, text: formatFleetsFiltered(all) }
}

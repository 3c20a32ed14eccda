import { attempt } from '@parada/db/database'
import type { CaseChange } from '@parada/db/queries/assistance'
import { lockBooking } from '@parada/db/queries/booking-changes'
import { fleetRecords } from '@parada/db/queries/fleet-records'
import { taxiFeatures } from '@parada/db/queries/fleets'
import { tenantSettings } from '@parada/db/queries/tenants'
import {
  type CaseDetails,
  type CaseMistake,
  type CaseProblem,
  type CaseRecord,
  caseMistakes,
  endsOf,
} from '@parada/domain/assistance/case'
import type { BookingRecord } from '@parada/domain/booking/fields'
import { formatFleetsFiltered, parseFleetsFiltered } from '@parada/domain/booking/texts'
import { assistanceClient, bookingStatus, isAlive } from '@parada/domain/codes'
import { required } from '@parada/domain/objects'
import { fleetsAround } from '@parada/domain/places/coverage'
import { problemText } from '@parada/domain/problem/texts'
import type { ActingUser } from '../booking/access.ts'
import { confirmBooking } from '../booking/actions/confirm.ts'
import { createBooking } from '../booking/actions/create.ts'
import { updateDispatchInfo } from '../booking/actions/dispatch-info.ts'
import { updateBooking } from '../booking/actions/update.ts'
import { mayDispatchTo } from '../booking/record/draft.ts'
import { Problem, refuse } from '../http/problem.ts'

/** Payment on account: the insurer pays. */
const paidByBusiness = 50
const thisProduct = 20

/** The case field that holds the value of each booking field. */
const caseFields: Readonly<Record<string, keyof CaseDetails>> = {
  origin: 'localizacionVehiculo',
  idFleet: 'localizacionVehiculo',
  fleet: 'localizacionVehiculo',
  fleetsFiltered: 'localizacionVehiculo',
  destination: 'direccionTraslado',
  timeBookingStart: 'fechaServicio',
  passengerName: 'conductor',
  phoneNumberPassenger: 'telefono',
  taxiFeatures: 'features',
}

const fieldOfCase = (field = '') => caseFields[field] ?? field.replace('bookingBreaks.', 'breaks.')

const mistakeOf = (
  { field, problem }: Pick<CaseMistake, 'field' | 'problem'>,
  values: CaseProblem['values'] = {},
): CaseProblem => ({ field, problem, values, message: problemText(problem, values) })

/** Turns a booking rule's refusal into a problem of the case; any other error is rethrown. */
export const problemOf = (error: unknown): CaseProblem => {
  if (!(error instanceof Problem) || ![400, 409, 416].includes(error.status)) throw error
  const { field, problem = null, values = {} } = error.more
  return { field: fieldOfCase(field), problem, values, message: error.message }
}

export const refusalOf = ({ field, problem, values, message }: CaseProblem) =>
  new Problem(400, message, { field, values, ...(problem && { problem }) })

const featuresOf = ({ features }: CaseDetails) => parseFleetsFiltered(features)

/** Fleets that cover the pickup, offer the wanted features and may be dispatched to by this user, nearest first. */
const fleetsFor = async (acting: ActingUser, details: CaseDetails) => {
  const { origin } = endsOf(details)
  const place = { lat: required(origin.lat), lon: required(origin.lon) }
  const all = await fleetRecords(acting.tx, acting.tenant.id, 'all')
  const here = fleetsAround(
    place,
    0,
    all.filter(({ status }) => status === 1),
  ).flatMap(({ fleet, isCovering }) => (isCovering ? [fleet] : []))
  const wanted = featuresOf(details)
  const fitting = here.filter((fleet) =>
    wanted.every((feature) => parseFleetsFiltered(fleet.taxiFeatures).includes(feature)),
  )
  const problem = here.length === 0 ? 'problems.placeNotServed' : 'problems.featuresNotOffered'
  if (fitting.length === 0) {
    const field = here.length === 0 ? 'localizacionVehiculo' : 'features'
    return { problems: [mistakeOf({ field, problem })] }
  }
  const own = fitting.filter(({ id }) => mayDispatchTo(acting, id))
  if (own.length === 0) throw refuse.forbidden()
  return { fleets: own.map(({ id }) => id) }
}

const unknownFeatures = async ({ tx }: ActingUser, details: CaseDetails) => {
  const known = new Set((await taxiFeatures(tx)).map(({ id }) => id))
  const unknown = featuresOf(details).filter((feature) => !known.has(feature))
  if (unknown.length === 0) return []
  return [mistakeOf({ field: 'features', problem: 'problems.featureUnknown' }, { ids: unknown.join(', ') })]
}

const mistakesIn = async (acting: ActingUser, details: CaseDetails) => {
  const { mandatoryDestination = false } = await tenantSettings(acting.tx)
  const found = caseMistakes(details, { now: acting.now.getTime(), mandatoryDestination })
  return [...found.map((mistake) => mistakeOf(mistake)), ...(await unknownFeatures(acting, details))]
}

const rideOf = (details: CaseDetails, now: Date) => ({
  ...endsOf(details),
  asap: details.asap,
  timeBookingStart: details.asap ? now.getTime() : details.fechaServicio,
  taxiFeatures: details.features,
})

const contactOf = ({ conductor, telefono, notes }: CaseDetails) => ({
  passengerName: conductor,
  phoneNumberPassenger: telefono,
  notes,
})

const create = async (acting: ActingUser, found: CaseRecord, idPaymentAccount: number, fleets: readonly number[]) => {
  const booking = {
    ...rideOf(found, acting.now),
    ...contactOf(found),
    ...{ clientType: assistanceClient, entryChannel: thisProduct, paymentMethod: paidByBusiness, idPaymentAccount },
    bookingReference: `${found.codExpediente}/${found.numServicio}`,
    fleetsFiltered: formatFleetsFiltered(fleets),
  }
  const { id, version } = await createBooking(acting, { booking: { ...booking, status: bookingStatus.created } })
  const sent = { id, version, idFleet: fleets[0], bookingBreaks: found.breaks }
  return confirmBooking(acting, { booking: sent })
}

const isSamePlace = (
  one: { addressField: string; lat: number | null; lon: number | null } | null,
  other: BookingRecord['origin'] | null,
) => one?.addressField === other?.addressField && one?.lat === other?.lat && one?.lon === other?.lon

/** Updates the booking from its case. Throws if the booking's state does not allow a change. */
const change = async (acting: ActingUser, before: BookingRecord, found: CaseRecord) => {
  const wanted = rideOf(found, acting.now)
  const isSameRide =
    isSamePlace(wanted.origin, before.origin) &&
    isSamePlace(wanted.destination, before.destination) &&
    wanted.taxiFeatures === before.taxiFeatures &&
    wanted.asap === before.asap &&
    (wanted.asap || wanted.timeBookingStart === before.timeBookingStart)
  const { timeBookingStart, asap, ...ends } = wanted
  const isSameStart = asap === before.asap && (asap || timeBookingStart === before.timeBookingStart)
  const info = { ...ends, ...(!isSameStart && { timeBookingStart, asap }) }
  const { version } = isSameRide ? before : await updateDispatchInfo(acting, before.id, info)
  await updateBooking(acting, before.id, {
    booking: { version, ...contactOf(found), bookingBreaks: found.breaks },
  })
}

type Outcome = { problems: CaseProblem[] } | { done: CaseChange }

/**
 * Books a case through the usual create and confirm actions, or updates the booking it already has. If a rule refuses,
 * nothing is changed and the problems are returned.
 */
export const bookCase = async (acting: ActingUser, found: CaseRecord, idPaymentAccount: number): Promise<Outcome> => {
  const problems = await mistakesIn(acting, found)
  if (problems.length > 0) return { problems }
  const before = found.idService === null ? undefined : await lockBooking(acting.tx, acting.tenant.id, found.idService)
  if (before && !isAlive(before.status)) throw refuse.state('problems.bookingEnded')
  const chosen = await fleetsFor(acting, found)
  if ('problems' in chosen) return { problems: required(chosen.problems) }
  const work = async (): Promise<number> => {
    if (!before) return (await create(acting, found, idPaymentAccount, chosen.fleets)).id
    await change(acting, before, found)
    return before.id
  }
  try {
    const idService = await attempt(acting.tx, work)
    return { done: { idService, errorMessage: '', problems: [], bookingBreaksUpdated: found.breaks.length > 0 } }
  } catch (error) {
    return { problems: [problemOf(error)] }
  }
}

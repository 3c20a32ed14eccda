import type { BookingChange } from '@parada/db/queries/booking-changes'
import { bookingReferences, fleetTerms } from '@parada/db/queries/booking-references'
import { tenantSettings } from '@parada/db/queries/tenants'
import { isGranted } from '@parada/domain/access/permissions'
import { mayAddFleet, mayUseFleet } from '@parada/domain/access/values'
import { missingProperty, requiredFor } from '@parada/domain/booking/required'
import { asapFromStart, type StartKind, type StartQuestion, startProblem } from '@parada/domain/booking/start'
import { dateTimeServiceStart, hourTimeServiceStart, parseFleetsFiltered } from '@parada/domain/booking/texts'
import { required } from '@parada/domain/objects'
import { refuse } from '../../http/problem.ts'
import { logUnreadable } from '../../http/signed-in.ts'
import type { ActingUser } from '../access.ts'
import { authorizedFor } from './authorization.ts'
import { type BookingInput, checkFields, checkPlaces, fieldsFrom, fieldsOf, fleetsWanted, keptPlace } from './fields.ts'

type DraftInput = BookingInput & { mandatoryDestination?: boolean | null }

const checkRequired = (action: 'create' | 'confirm', booking: DraftInput) => {
  const missing = missingProperty({ ...booking, fleet: booking.idFleet }, requiredFor(action, booking))
  if (missing) throw refuse.rule('problems.missingProperty', missing, { name: missing })
}

/** Refuses an impossible start, with its date and time for the dialog that shows the problem. */
const checkStart = (question: StartQuestion) => {
  const problem = startProblem(question)
  if (!problem) return
  const told = { timeBookingStartTimestamp: question.start, timeZone: question.timeZone ?? null }
  throw refuse.rule(problem, 'timeBookingStart', { date: dateTimeServiceStart(told), time: hourTimeServiceStart(told) })
}

type MayUse = (acting: ActingUser, idFleet: number) => boolean

/** Whether the user may send bookings to a fleet (P-029, B-075). */
export const mayDispatchTo: MayUse = ({ user: { grants } }: ActingUser, idFleet: number) =>
  isGranted(grants, 'dispatchServiceToAnyFleet') || mayUseFleet(grants, 'dispatchServiceByFleet', idFleet)

type FleetRules = {
  listedBefore?: string
  mayUse?: MayUse
  /** For a new booking: users who may add fleets for its account may choose them too (P-029, B-075). */
  idPaymentAccount?: number | null | undefined
}

/**
 * The fleets that a booking names, provided they exist, are active and may be used by this user. Fleets that were
 * already listed are checked only if the booking goes to them.
 */
export const fleetsToUse = async (
  acting: ActingUser,
  booking: Pick<BookingInput, 'idFleet' | 'fleetsFiltered'>,
  { listedBefore = '', mayUse = mayDispatchTo, idPaymentAccount = null }: FleetRules = {},
) => {
  const wanted = fleetsWanted(booking)
  const known = new Set(parseFleetsFiltered(listedBefore))
  const asked = wanted.all.filter((id) => id === booking.idFleet || !known.has(id))
  const terms = asked.length > 0 ? await fleetTerms(acting.tx, asked) : []
  const byId = new Map(terms.map((fleet) => [fleet.id, fleet]))
  for (const id of asked) {
    const field = id === booking.idFleet ? 'idFleet' : 'fleetsFiltered'
    if (byId.get(id)?.status !== 1) throw refuse.field(field, `${field}: fleet ${id} is not available`)
    if (!mayUse(acting, id) && !mayAddFleet(acting.user.grants, idPaymentAccount, logUnreadable(acting)))
      throw refuse.forbidden()
  }
  return { text: wanted.text, chosen: booking.idFleet ? byId.get(booking.idFleet) : undefined }
}

/** Checks that the records a booking refers to exist, and returns the payment account's multiplier. */
export const checkReferences = async ({ tx, tenant }: ActingUser, change: BookingChange) => {
  const { caller, card, account, multiplier } = await bookingReferences(tx, tenant.id, change)
  if (!caller) throw refuse.field('idCaller', `idCaller: caller ${change.idCaller} doesn't exist`)
  if (!card) throw refuse.field('idCard', `idCard: card ${change.idCard} doesn't exist`)
  if (!account)
    throw refuse.field('idPaymentAccount', `idPaymentAccount: account ${change.idPaymentAccount} doesn't exist`)
  return multiplier
}

/**
 * The fields of a draft, checked against every rule of document 2, section 5. For confirming, `sent` is the stored
 * booking with the sent fields on top.
 */
export const readDraft = async (
  acting: ActingUser,
  action: 'create' | 'confirm',
  sent: BookingInput,
  { kind = 'new-booking', ...fleetRules }: { kind?: StartKind; listedBefore?: string; mayUse?: MayUse } = {},
) => {
  const now = acting.now.getTime()
  const config = await tenantSettings(acting.tx)
  const booking = { ...sent, mandatoryDestination: config.mandatoryDestination ?? false }
  checkRequired(action, booking)
  checkFields(booking)
  checkPlaces(booking)

  const references = async () => {
    const authorized = await authorizedFor(acting, booking)
    const multiplier = await checkReferences(acting, { ...fieldsFrom(booking, fieldsOf.references), ...authorized })
    return { ...authorized, priceCustomerMultiplier: multiplier }
  }
  const referred = await references()
  const idPaymentAccount = kind === 'new-booking' ? referred.idPaymentAccount : null
  const fleets = await fleetsToUse(acting, booking, { ...fleetRules, idPaymentAccount })
  const [start, sentAsap] = [required(booking.timeBookingStart), required(booking.asap)]
  const asap = config.asapFromStartTime ? asapFromStart(start, now) : sentAsap
  const timeZone = fleets.chosen?.timeZone ?? booking.timeZone ?? 'Europe/Madrid'
  // Checked with asap as sent: the derived value would make any start in the past count as asap.
  checkStart({ kind, start, asap: sentAsap, now, timeZone })

  const change: BookingChange = {
    ...fieldsFrom(booking, fieldsOf.draft),
    ...referred,
    origin: required(keptPlace(booking.origin)),
    destination: keptPlace(booking.destination),
    mandatoryDestination: booking.mandatoryDestination,
    timeBookingStart: start,
    asap,
    timeZone,
    idFleet: booking.idFleet ?? null,
    fleetsFiltered: fleets.text,
  }
  return { change, fleet: fleets.chosen }
}

import { type Grants, isGranted } from '../access/permissions.ts'
import { destinationProblem } from '../booking/places.ts'
import { startProblem } from '../booking/start.ts'
import { isAlive } from '../codes.ts'
import { decimal, fields, flag, number, type RowOf, record, text, texts, time } from '../list/fields.ts'
import { keysOf } from '../objects.ts'
import type { ProblemKey } from '../problem/keys.ts'

type CaseBreak = { id: number; value: string }

/** What an insurer sends about a case, and what an operator may correct. X is the longitude, Y the latitude. */
export type CaseDetails = {
  tipoExpediente: string
  pais: string
  provincia: string
  fechaServicio: number
  asap: boolean
  coordenadaX: number | null
  coordenadaY: number | null
  localizacionVehiculo: string
  coordenadaXDest: number | null
  coordenadaYDest: number | null
  direccionTraslado: string
  conductor: string
  telefono: string
  notes: string
  breaks: CaseBreak[]
  features: string
}

/** A problem of a case, at the field where it can be corrected. */
export type CaseProblem = {
  field: string
  /** Null if only the message describes it. */
  problem: ProblemKey | null
  values: Record<string, string | number>
  message: string
}

/** A case as it is stored. */
export const caseFields = fields({
  id: number,
  version: number,
  idInsurer: number,
  codExpediente: text,
  numServicio: text,
  idService: number.nullable,
  dateRequested: time,
  fechaServicio: time,
  asap: flag,
  tipoExpediente: text,
  pais: text,
  provincia: text,
  coordenadaX: decimal.nullable,
  coordenadaY: decimal.nullable,
  localizacionVehiculo: text,
  coordenadaXDest: decimal.nullable,
  coordenadaYDest: decimal.nullable,
  direccionTraslado: text,
  conductor: text,
  telefono: text,
  notes: text,
  breaks: record<CaseBreak[]>(),
  features: text,
  errorMessage: text,
  problems: record<CaseProblem[]>(),
  manuallyEdited: flag,
  editedFields: texts,
  bookingBreaksUpdated: flag,
  isCancelled: flag,
  cancellationReason: text,
  sent: record<Partial<CaseDetails>>(),
  sentAt: time,
})
export type CaseRecord = RowOf<typeof caseFields>

const nothing: CaseDetails = {
  tipoExpediente: '',
  pais: '',
  provincia: '',
  fechaServicio: 0,
  asap: false,
  coordenadaX: null,
  coordenadaY: null,
  localizacionVehiculo: '',
  coordenadaXDest: null,
  coordenadaYDest: null,
  direccionTraslado: '',
  conductor: '',
  telefono: '',
  notes: '',
  breaks: [],
  features: '',
}
const caseDetailNames = keysOf(nothing)

export const detailsOf = (given: CaseDetails): CaseDetails =>
  Object.fromEntries(caseDetailNames.map((name) => [name, given[name]])) as CaseDetails

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Fields that are corrected together: an address without its coordinates would be another place. */
const together = [
  ['coordenadaX', 'coordenadaY', 'localizacionVehiculo'],
  ['coordenadaXDest', 'coordenadaYDest', 'direccionTraslado'],
  ['fechaServicio', 'asap'],
] as const

/** The fields that a person changed, plus the fields that belong to them. */
export const editedNames = (before: CaseDetails, after: CaseDetails): string[] => {
  const changed = caseDetailNames.filter((name) => !isSame(before[name], after[name]))
  const groups = together.filter((group) => group.some((name) => changed.includes(name))).flat()
  return [...new Set<string>([...changed, ...groups])]
}

/** Edited fields for which the insurer sends another value. */
export const keptByHand = ({ editedFields, sent, ...kept }: CaseDetails & Pick<CaseRecord, 'editedFields' | 'sent'>) =>
  caseDetailNames.filter(
    (name) => editedFields.includes(name) && sent[name] !== undefined && !isSame(sent[name], kept[name]),
  )

/** The insurer's values, except for the fields that a person edited. */
export const takenFrom = (sent: CaseDetails, editedFields: readonly string[]): Partial<CaseDetails> =>
  Object.fromEntries(caseDetailNames.filter((name) => !editedFields.includes(name)).map((name) => [name, sent[name]]))

const hasPoint = (x: number | null, y: number | null) => !!x && !!y

const placeOf = (addressField: string, lon: number | null, lat: number | null) => {
  const isKnown = hasPoint(lon, lat)
  const named = addressField.trim() || (isKnown ? `${lat?.toFixed(5)}, ${lon?.toFixed(5)}` : '')
  return { addressField: named, lat, lon }
}

/** Both ends of the ride; a point without an address is shown by its coordinates. */
export const endsOf = (details: CaseDetails) => {
  const { localizacionVehiculo, coordenadaX, coordenadaY } = details
  const { direccionTraslado, coordenadaXDest, coordenadaYDest } = details
  const destination = placeOf(direccionTraslado, coordenadaXDest, coordenadaYDest)
  return {
    origin: placeOf(localizacionVehiculo, coordenadaX, coordenadaY),
    destination: destination.addressField ? destination : null,
  }
}

export type CaseMistake = { field: keyof CaseDetails; problem: ProblemKey }

/** The problems that can be found in the case alone. The form and the server apply the same rules. */
export const caseMistakes = (
  details: CaseDetails,
  { now, mandatoryDestination = false }: { now: number; mandatoryDestination?: boolean },
): CaseMistake[] => {
  const { fechaServicio: start, asap } = details
  const { destination } = endsOf(details)
  const found: CaseMistake[] = []
  if (!hasPoint(details.coordenadaX, details.coordenadaY))
    found.push({ field: 'localizacionVehiculo', problem: 'problems.casePickupUnknown' })
  if (destinationProblem({ destination, mandatoryDestination }))
    found.push({ field: 'direccionTraslado', problem: 'problems.caseDestinationUnknown' })
  if (startProblem({ kind: 'new-booking', start: asap ? now : start, asap, now }))
    found.push({ field: 'fechaServicio', problem: 'problems.caseStartImpossible' })
  if (!details.telefono.trim()) found.push({ field: 'telefono', problem: 'problems.phoneRequired' })
  return found
}

/** Anyone who may dispatch to some fleet may correct a case; the fleet itself is checked when the booking is made. */
export const mayMendCases = (grants: Grants) =>
  isGranted(grants, 'dispatchServiceToAnyFleet') || isGranted(grants, 'dispatchServiceByFleet')

/** Whether the row of a case links to its booking (L-205). */
export const leadsToDashboard = ({ status }: { status: number | null }) => status !== null && isAlive(status)

/** Whether someone has to correct it: a booking that has ended needs nothing. */
export const needsMending = ({ errorMessage, status }: { errorMessage: string; status: number | null }) =>
  errorMessage !== '' && (status === null || isAlive(status))

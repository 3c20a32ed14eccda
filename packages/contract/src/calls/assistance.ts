import { anyOf } from '@parada/domain/access/permissions'
import { caseFields } from '@parada/domain/assistance/case'
import { bookingBreakNumbers } from '@parada/domain/booking/breaks'
import type { RowOf } from '@parada/domain/list/fields'
import { problemKeys } from '@parada/domain/problem/keys'
import { z } from 'zod'
import { AppliedBreak } from '../booking.ts'
import { JournalLine } from '../journal.ts'
import { call, id, withParams } from '../kit.ts'
import { code, decimal, fields, flag, list, number, record, rowOf, text, texts, time, viewCounts } from '../list.ts'
import { exportOf } from '../list-export.ts'
import { lat, lon } from '../schemas.ts'
import { Moment, short, signatureHeaders } from './suppliers.ts'

const seeing = anyOf('viewAsistenciaService')

export const CaseProblem = z.object({
  field: z.string(),
  problem: z.enum(problemKeys).nullable(),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  message: z.string(),
})

const place = { lat: lat.nullable(), lon: lon.nullable(), address: z.string().max(300) }
const Break = z.strictObject({ id: z.int().min(1).max(bookingBreakNumbers.length), value: z.string().max(200) })

const details = {
  tipoExpediente: short,
  pais: short,
  provincia: short,
  coordenadaX: place.lon,
  coordenadaY: place.lat,
  localizacionVehiculo: place.address,
  coordenadaXDest: place.lon,
  coordenadaYDest: place.lat,
  direccionTraslado: place.address,
  conductor: short,
  telefono: z.string().max(30),
  notes: z.string().max(1_000),
  breaks: z.array(Break).max(bookingBreakNumbers.length),
}

/** Taxi features as the comma-separated list that a booking stores. */
const features = z
  .string()
  .max(300)
  .regex(/^(\d{1,9}(,\d{1,9})*)?$/, 'Use numbers with commas, such as 1,4')

const coordinate = decimal.nullable.notSorted

/** Document 3's fields under their own names (L-207, L-208), plus what the screen needs. */
export const assistanceFields = fields({
  id: number,
  codExpediente: text,
  numServicio: text.notSorted,
  idService: number.nullable.notSorted,
  /** Status of its booking, in document 2's codes (O3-23); null without a booking. */
  status: code('bookingStatus').nullable.notSorted,
  dateRequested: time,
  fechaServicio: time,
  asap: flag.notSorted,
  tipoExpediente: text.notSorted,
  conductor: text.notSorted,
  pais: text.notSorted,
  provincia: text.notSorted,
  localizacionVehiculo: text.notSorted,
  coordenadaX: coordinate,
  coordenadaY: coordinate,
  direccionTraslado: text.notSorted,
  coordenadaXDest: coordinate,
  coordenadaYDest: coordinate,
  errorMessage: text.notSorted,
  problems: record(z.array(CaseProblem)),
  manuallyEdited: flag.notSorted,
  bookingBreaksUpdated: flag.notSorted,
  cancellationReason: text.notSorted,
  insurer: text.notSorted,
})
export type AssistanceRow = RowOf<typeof assistanceFields>

/** Parts of the list: cases that need a person, cases under way, and cases that are over. */
export const assistanceViews = ['all', 'toMend', 'underWay', 'over'] as const

const assistanceList = list({
  path: '/asistencia/:sd/list',
  access: seeing,
  summary: 'The cases that insurers posted, with the status of their bookings',
  key: 'asistenciaBeanList',
  fields: assistanceFields,
  range: { by: { start: 'fechaServicio', request: 'dateRequested' }, maxDays: 120 },
  views: assistanceViews,
  export: { title: 'screens.asistencia', path: '/asistencia/:sd/:format' },
})

/** One case with everything known about it, including what the insurer sent last. */
export const AssistanceCase = rowOf({
  ...caseFields,
  editedFields: texts,
  breaks: record(z.array(z.object({ id: z.int(), value: z.string() }))),
  problems: record(z.array(CaseProblem)),
  sent: record(z.object({ ...details, fechaServicio: z.int(), asap: z.boolean(), features: z.string() }).partial()),
  status: code('bookingStatus').nullable,
  insurer: text,
  idPaymentAccount: number,
})
export type AssistanceCase = z.output<typeof AssistanceCase>

export type CaseChange = JournalLine

const one = withParams({ id })

export const assistance = {
  list: assistanceList,
  counts: viewCounts(assistanceList, {
    path: '/asistencia/:sd/counts',
    summary: 'How many cases each part of the list has',
  }),
  excel: exportOf(assistanceList),
  get: call({
    method: 'GET',
    path: '/asistencia/:sd/:id',
    access: seeing,
    summary: 'One case with what happened to it, newest first, and the form of its account',
    params: one,
    response: z.object({
      case: AssistanceCase,
      bookingBreaks: z.array(AppliedBreak),
      journal: z.array(JournalLine),
    }),
  }),
  mend: call({
    method: 'PUT',
    path: '/asistencia/:sd/:id',
    access: seeing,
    summary:
      'Puts a case right and makes its booking, or changes the one it has. Needs the rights that the booking itself needs.',
    params: one,
    body: z.strictObject({
      version: z.int32(),
      ...details,
      fechaServicio: Moment,
      asap: z.boolean(),
      features,
    }),
    response: z.object({ case: AssistanceCase }),
  }),
}

const headers = [signatureHeaders.insurer, signatureHeaders.timestamp, signatureHeaders.signature]

const named = {
  codExpediente: z.string().trim().min(1).max(60),
  numServicio: z.string().trim().min(1).max(60),
  at: Moment.describe('When the insurer wrote it: what is older than what came before is not taken'),
}

const Case = z
  .strictObject({
    ...named,
    tipoExpediente: details.tipoExpediente.default(''),
    pais: details.pais.default(''),
    provincia: details.provincia.default(''),
    fechaServicio: Moment.optional(),
    asap: z.boolean().default(false),
    coordenadaX: details.coordenadaX.default(null),
    coordenadaY: details.coordenadaY.default(null),
    localizacionVehiculo: details.localizacionVehiculo.default(''),
    coordenadaXDest: details.coordenadaXDest.default(null),
    coordenadaYDest: details.coordenadaYDest.default(null),
    direccionTraslado: details.direccionTraslado.default(''),
    conductor: details.conductor.default(''),
    telefono: details.telefono.default(''),
    notes: details.notes.default(''),
    breaks: details.breaks.default([]),
    features: z.array(z.int().min(1).max(999_999_999)).max(30).default([]),
  })
  .refine(({ fechaServicio, asap }) => asap || fechaServicio !== undefined, {
    path: ['fechaServicio'],
    message: 'Give fechaServicio, or asap: true',
  })
export type InsurerCase = z.output<typeof Case>

const Answer = z.object({
  id: z.int(),
  /** The booking; null while the case has problems. */
  idService: z.int().nullable(),
  status: z.int().nullable(),
  errorMessage: z.string(),
  repeated: z.boolean(),
})

/** Calls for insurers, signed with the insurer's own secret instead of a user's token. */
export const insurerCases = {
  post: call({
    method: 'POST',
    path: '/suppliers/:sd/cases',
    access: 'public',
    summary: 'An insurer posts a case, or posts it again with changes: signed as docs/suppliers.md says',
    headers,
    body: Case,
    isFrequent: true,
    response: Answer,
  }),
  cancel: call({
    method: 'POST',
    path: '/suppliers/:sd/cases/cancel',
    access: 'public',
    summary: 'An insurer cancels a case, and with it its booking: signed',
    headers,
    body: z.strictObject({ ...named, reason: short.default('') }),
    isFrequent: true,
    response: Answer,
  }),
}

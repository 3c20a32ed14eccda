import { anyOf } from '@parada/domain/access/permissions'
import { changedAtOnce } from '@parada/domain/authorization/many'
import { rowKinds } from '@parada/domain/authorization/sheet/plan'
import { authorizationStatus } from '@parada/domain/authorization/status'
import { z } from 'zod'
import { Booking } from '../booking.ts'
import { call, id, withParams } from '../kit.ts'
import { each } from '../schemas.ts'

const writing = anyOf('editAuthorizationByPA', 'createAuthorizationByPA')
const editing = anyOf('editAuthorizationByPA')
const one = withParams({ id })
const count = z.int().min(0)
const language = z.enum(['en', 'es']).optional()

/** An uploaded sheet of people that waits for confirmation or is being written. */
export const AuthorizationSheet = z.object({
  id: z.int(),
  fileName: z.string(),
  /** In the order of the sheet; a column without a field is ignored. */
  columns: z.array(z.object({ field: z.string().nullable(), heading: z.string() })),
  counts: z.object(each(count, rowKinds)),
  /** How many new and changed rows have been written, and how many are left. */
  written: count,
  left: count,
})
export type AuthorizationSheet = z.output<typeof AuthorizationSheet>

const Value = z.union([z.string(), z.number(), z.null()])

/** What one row of a sheet would do, with its cells as displayed. */
export const AuthorizationSheetRow = z.object({
  number: z.int(),
  kind: z.enum(rowKinds),
  cells: z.array(z.string()),
  problems: z.array(
    z.object({
      field: z.string(),
      problem: z.string(),
      errorMessage: z.string(),
      values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
    }),
  ),
  /** Values of the changed fields before the row is written. */
  before: z.record(z.string(), Value),
  isWritten: z.boolean(),
})
export type AuthorizationSheetRow = z.output<typeof AuthorizationSheetRow>

/** The chosen authorizations, each with the version that the user saw. */
const chosen = z
  .array(z.strictObject({ id: z.int().positive(), version: z.int() }))
  .min(1)
  .max(changedAtOnce)

const results = z.object({
  results: z.array(
    z.object({
      id: z.int(),
      /** Omitted on success. */
      problem: z.string().optional(),
      errorMessage: z.string().optional(),
    }),
  ),
})

export const authorizationSheets = {
  upload: call({
    method: 'POST',
    path: '/authorizations/:sd/sheets',
    access: writing,
    summary: 'Reads a sheet of people (xlsx or csv) and tells what it would change; writes nothing',
    query: z.strictObject({
      fileName: z.string().trim().min(1).max(200),
      /** The account of every row that names none. */
      idPaymentAccount: id.optional(),
      /** Initial status of new people. */
      status: z.coerce
        .number()
        .pipe(z.literal([authorizationStatus.pending, authorizationStatus.active]))
        .default(authorizationStatus.pending),
    }),
    body: z.unknown(),
    takesFile: true,
    code: 201,
    response: z.object({ sheet: AuthorizationSheet }),
  }),
  template: call({
    method: 'GET',
    path: '/authorizations/:sd/sheets/template',
    access: writing,
    summary: 'An empty sheet with the headings of an account',
    query: z.strictObject({ idPaymentAccount: id.optional(), language }),
    response: { file: ['excel'] },
  }),
  get: call({
    method: 'GET',
    path: '/authorizations/:sd/sheets/:id',
    access: writing,
    summary: 'A sheet that the user uploaded within the last day',
    params: one,
    response: z.object({ sheet: AuthorizationSheet }),
  }),
  rows: call({
    method: 'GET',
    path: '/authorizations/:sd/sheets/:id/rows',
    access: writing,
    summary: 'What the rows of a sheet would do, in their order',
    params: one,
    query: z.strictObject({
      kind: z.enum(rowKinds).optional(),
      pageNumber: z.coerce.number().int().min(0).max(1_000).default(0),
      resultsPerPage: z.coerce.number().int().min(1).max(200).default(50),
    }),
    response: z.object({ rows: z.array(AuthorizationSheetRow), total: count }),
  }),
  write: call({
    method: 'POST',
    path: '/authorizations/:sd/sheets/:id/write',
    access: writing,
    summary:
      'Writes the next hundred new or changed rows of a sheet in one transaction, each checked again; called until none is left',
    params: one,
    response: z.object({ sheet: AuthorizationSheet }),
  }),
  refused: call({
    method: 'GET',
    path: '/authorizations/:sd/sheets/:id/refused',
    access: writing,
    summary: 'The refused rows of a sheet with their reasons, to be corrected and uploaded again',
    params: one,
    query: z.strictObject({ language }),
    response: { file: ['excel'] },
  }),
  liveBookings: call({
    method: 'GET',
    path: '/authorizations/:sd/liveBookings',
    access: editing,
    summary:
      'The bookings alive under several authorizations, the next to start first; fifty at most, and how many there are',
    query: z.strictObject({
      ids: z.string().regex(new RegExp(`^[1-9]\\d{0,14}(,[1-9]\\d{0,14}){0,${changedAtOnce - 1}}$`)),
    }),
    response: z.object({ bookings: z.array(Booking), total: count }),
  }),
  deactivate: call({
    method: 'POST',
    path: '/authorizations/:sd/deactivate',
    access: editing,
    summary: 'Deactivates several authorizations, with a result for each',
    body: z.strictObject({ authorizations: chosen }),
    isIdempotent: true,
    response: results,
  }),
  prolong: call({
    method: 'POST',
    path: '/authorizations/:sd/prolong',
    access: editing,
    summary: 'Makes several authorizations valid to the end of a later day, with a result for each',
    body: z.strictObject({ authorizations: chosen, expirationDate: z.int().min(0).max(253_402_300_799_999) }),
    isIdempotent: true,
    response: results,
  }),
}

import type { authorizationSheets } from '@parada/contract/calls/authorization-sheets'
import type { Call } from '@parada/contract/kit'
import type { Tx } from '@parada/db/open'
import { readSheet, type StoredSheet, sheetCounts, sheetRows } from '@parada/db/queries/authorization-sheets'
import { authorizationForm } from '@parada/db/queries/authorizations'
import { liveUnder } from '@parada/db/queries/last-services'
import { frontConfig, tenantSettings } from '@parada/db/queries/tenants'
import { accountsToCreateFor, accountsToEdit, isAmong } from '@parada/domain/authorization/access'
import { parseFormConfig } from '@parada/domain/authorization/form'
import { deactivated, prolonged } from '@parada/domain/authorization/many'
import { sheetLimits } from '@parada/domain/authorization/sheet/limits'
import { type RowKind, rowKinds } from '@parada/domain/authorization/sheet/plan'
import { recordOf } from '@parada/domain/objects'
import { problemText } from '@parada/domain/problem/texts'
import { wireBooking } from '../../booking/record/wire.ts'
import type { Handlers, SignedInContext } from '../../http/context.ts'
import { LaterAnswer } from '../../http/later-answer.ts'
import { refuse } from '../../http/problem.ts'
import { accountsOf, type Context } from './access.ts'
import { changeEach } from './many.ts'
import type { SheetRights } from './sheet/accounts.ts'
import { namesOf, refusedFile, templateFile, unreadHeadings } from './sheet/sheet-files.ts'
import { holdFile, receiveFile, runSheetJob } from './sheet/sheet-job.ts'
import { writeRows } from './sheet/write-rows.ts'

const rightsOf = (context: Context): SheetRights => ({
  creates: accountsOf(context, accountsToCreateFor),
  edits: accountsOf(context, accountsToEdit),
})

/** The form of an account that the user may add people to. Any other account is treated as missing. */
const formOf = async (context: Context, idPaymentAccount: number | undefined) => {
  if (idPaymentAccount === undefined) return parseFormConfig('{}')
  const form = await authorizationForm(context.tx, context.tenant.id, idPaymentAccount)
  if (!form || !isAmong(rightsOf(context).creates, idPaymentAccount))
    throw refuse.rule('problems.cellAccountUnknown', 'idPaymentAccount')
  return parseFormConfig(form.config)
}

const told = async (tx: Tx, tenantId: number, { id, fileName, columns }: StoredSheet) => {
  const found = await sheetCounts(tx, tenantId, id)
  const countOf = (kind: RowKind) => found.find((one) => one.kind === kind)
  const counts = recordOf(rowKinds, (kind) => countOf(kind)?.n ?? 0)
  const written = found.reduce((sum, one) => sum + one.written, 0)
  return { sheet: { id, fileName, columns, counts, written, left: counts.new + counts.changed - written } }
}

const wireRow = ({ problems, ...row }: Awaited<ReturnType<typeof sheetRows>>[number]) => ({
  ...row,
  problems: problems.map((one) => ({ ...one, errorMessage: problemText(one.problem, one.values) })),
})

type OfSheet = Pick<SignedInContext<Call>, 'tx' | 'tenant' | 'user'> & { params: { id: number } }

/** Sheets of other users and tenants are treated as missing. */
const sheetOf = async ({ tx, tenant, user, params }: OfSheet, options = { lock: false }) => {
  const sheet = await readSheet(tx, tenant.id, { id: params.id, idUser: user.id }, options)
  if (!sheet) throw refuse.notFound()
  return sheet
}

const languageOf = async (tx: Tx, asked: 'en' | 'es' | undefined) =>
  asked ?? ((await tenantSettings(tx)).language === 'en' ? 'en' : 'es')

const upload = async (context: SignedInContext<typeof authorizationSheets.upload>) => {
  const { tenant, user, query, headers, body } = context
  if (Number(headers['content-length'] ?? 0) > sheetLimits.bytes)
    throw refuse.rule('problems.sheetTooLarge', 'file', { most: sheetLimits.bytes / 1_048_576 })
  const { fileName, idPaymentAccount, status } = query
  const names = namesOf(await formOf(context, idPaymentAccount))
  const asked = { fileName, idPaymentAccount, newStatus: status, names, unread: unreadHeadings() }
  const rights = rightsOf(context)
  return new LaterAnswer(async ({ database, signal }) => {
    const whose = { tenantId: tenant.id, idUser: user.id }
    const id = await holdFile(whose, async () => {
      const file = await receiveFile(body as AsyncIterable<Buffer>)
      return runSheetJob({ ...asked, ...whose, file, appUrl: database.appUrl, rights }, signal)
    })
    return database.inTenant(
      tenant.id,
      async (tx) => told(tx, tenant.id, await sheetOf({ tx, tenant, user, params: { id } })),
      { isRead: true },
    )
  })
}

export const authorizationSheetHandlers: Handlers<typeof authorizationSheets> = {
  upload,
  template: async (context) => {
    const { idPaymentAccount, language } = context.query
    const titles = await formOf(context, idPaymentAccount)
    return templateFile(await languageOf(context.tx, language), titles, idPaymentAccount !== undefined)
  },
  get: async (context) => told(context.tx, context.tenant.id, await sheetOf(context)),
  rows: async (context) => {
    const { tx, tenant, query } = context
    const { id } = await sheetOf(context)
    const { kind, pageNumber, resultsPerPage: limit } = query
    const counts = await sheetCounts(tx, tenant.id, id)
    const rows = await sheetRows(tx, tenant.id, id, { kind, offset: pageNumber * limit, limit })
    const total = counts.filter((one) => !kind || one.kind === kind).reduce((sum, { n }) => sum + n, 0)
    return { rows: rows.map(wireRow), total }
  },
  write: async (context) => {
    const sheet = await sheetOf(context, { lock: true })
    await writeRows(context, sheet, rightsOf(context))
    return told(context.tx, context.tenant.id, sheet)
  },
  refused: async (context) => {
    const { tx, tenant, query } = context
    const sheet = await sheetOf(context)
    const { counts } = (await told(tx, tenant.id, sheet)).sheet
    return refusedFile(await languageOf(tx, query.language), tenant.id, sheet, counts.refused)
  },
  liveBookings: async (context) => {
    const { tx, tenant, user, query } = context
    const ids = query.ids.split(',').map(Number)
    const found = await liveUnder(tx, tenant.id, ids, accountsOf(context, accountsToEdit))
    const bookings = found.map(({ total: _, ...booking }) => wireBooking(booking, user.grants))
    return { bookings, total: found[0]?.total ?? 0 }
  },
  deactivate: (context) => changeEach(context, context.body.authorizations, deactivated),
  prolong: async (context) => {
    const { authorizations, expirationDate } = context.body
    const { timeZone } = await frontConfig(context.tx)
    return changeEach(context, authorizations, (record) => prolonged(record, expirationDate, timeZone))
  },
}

import { parentPort, workerData } from 'node:worker_threads'
import { makeKysely, type Tx } from '@parada/db/database'
import { makePool } from '@parada/db/pool'
import {
  insertSheet,
  insertSheetRows,
  peopleOfCodes,
  refuseSheetRows,
  type StoredRow,
} from '@parada/db/queries/authorization-sheets'
import type { AuthorizationRecord } from '@parada/domain/authorization/fields'
import { cellText } from '@parada/domain/authorization/sheet/cells'
import { columnLetter, type SheetColumns, sheetColumns } from '@parada/domain/authorization/sheet/columns'
import { sheetLimits } from '@parada/domain/authorization/sheet/limits'
import { duplicatesIn, personKey, planRow, type RowPlan, readRow } from '@parada/domain/authorization/sheet/plan'
import { codeOf, messageOf } from '@parada/domain/errors'
import { listen } from '../../../exports/thread.ts'
import { codeKey, type MarkedAccounts, sheetAccounts } from './accounts.ts'
import { readSheet } from './read-sheet.ts'
import type { SheetRow } from './read-xlsx.ts'
import type { FromSheetWorker, SheetJob } from './sheet-job.ts'
import { SheetProblem } from './sheet-problem.ts'

const parent = listen(parentPort)

const tell = (message: FromSheetWorker) => parent.tell(message)

/**
 * Rows are looked up and stored in batches, limited by number and by text so that a batch fits into the thread's
 * memory.
 */
const batchSize = 100
const batchText = 200_000

const columnsOf = ({ cells }: SheetRow, { names, unread, idPaymentAccount }: SheetJob) => {
  const columns = sheetColumns(cells, { names, unread, hasAccount: idPaymentAccount !== undefined })
  if ('problem' in columns) throw new SheetProblem(columns.problem, columns.values)
  return columns
}

/** Rejects a cell in a column without a heading, since it belongs to no field. */
const checkHeaded = ({ number, cells }: SheetRow, { fields }: SheetColumns) => {
  const at = cells.findIndex((cell, index) => cell !== null && fields[index] === undefined)
  if (at >= 0) throw new SheetProblem('problems.sheetColumnUnnamed', { row: number, column: columnLetter(at) })
}

const beforeOf = (plan: RowPlan, stored: AuthorizationRecord | undefined): StoredRow['before'] =>
  plan.kind === 'changed' && stored ? Object.fromEntries(plan.fields.map((field) => [field, stored[field]])) : {}

/** What is stored of a plan, so that confirming writes exactly what the preview showed. */
const keptOf = (plan: RowPlan, stored: AuthorizationRecord | undefined, marks: ReadonlyMap<number, string>) => {
  if (plan.kind !== 'new' && plan.kind !== 'changed')
    return { kept: {}, idAuthorization: null, version: null, idPaymentAccount: null, formMark: null }
  const kept = plan.kind === 'new' ? plan.kept : plan.change
  const idPaymentAccount = kept.idPaymentAccount ?? stored?.idPaymentAccount ?? null
  return {
    kept,
    idAuthorization: stored?.id ?? null,
    version: stored?.version ?? null,
    idPaymentAccount,
    formMark: marks.get(idPaymentAccount ?? 0) ?? null,
  }
}

/** Characters in a row. A file that repeats one long text a million times is small, but its stored rows are not. */
const textIn = ({ cells }: SheetRow) =>
  cells.reduce<number>((sum, cell) => sum + (typeof cell === 'string' ? cell.length : 0), 0)

/** Replaces characters that PostgreSQL cannot store with U+FFFD. */
const printable = (text: string) => text.replaceAll('\u0000', '\ufffd').toWellFormed()

/** Stores what the rows of a sheet would change, in batches. */
const makeTaker = (tx: Tx, job: SheetJob, accounts: MarkedAccounts) => {
  const { tenantId } = job
  const rowsByPerson = new Map<string, number[]>()
  let columns: SheetColumns | undefined
  let idSheet = 0
  let count = 0
  let size = 0
  const waiting: SheetRow[] = []
  let underWay = Promise.resolve()

  const keep = async (rows: readonly SheetRow[], known: SheetColumns) => {
    const read = rows.map((row) => ({ row, ...readRow(known, row.cells, accounts) }))
    const codes = read.flatMap(({ values: { subscriberCode, userNumber } }) =>
      subscriberCode && userNumber ? [{ subscriberCode: String(subscriberCode), userNumber: String(userNumber) }] : [],
    )
    const stored = new Map((await peopleOfCodes(tx, tenantId, codes)).map((person) => [codeKey(person), person]))
    const kept = read.map(({ row, values, problems }): StoredRow => {
      const key = personKey(values)
      if (key) rowsByPerson.set(key, [...(rowsByPerson.get(key) ?? []), row.number])
      const person = key === undefined ? undefined : stored.get(key)
      const plan: RowPlan = problems.length > 0 ? { kind: 'refused', problems } : planRow(values, person, accounts)
      return {
        number: row.number,
        kind: plan.kind,
        cells: known.fields.map((_, at) => printable(cellText(row.cells[at] ?? null))),
        problems: plan.kind === 'refused' ? plan.problems : [],
        before: beforeOf(plan, person),
        ...keptOf(plan, person, accounts.marks),
      }
    })
    await insertSheetRows(tx, tenantId, idSheet, kept)
  }

  /** The next rows to store, or undefined while more rows can still join them. */
  const nextBatch = (isEnd: boolean) => {
    let text = 0
    const full = waiting.findIndex((row, at) => {
      text += textIn(row)
      return at >= batchSize || text > batchText
    })
    if (full < 0 && !(isEnd && waiting.length > 0)) return undefined
    return waiting.splice(0, full < 0 ? waiting.length : Math.max(full, 1))
  }

  const settle = async (isEnd = false) => {
    if (!columns) return
    for (let rows = nextBatch(isEnd); rows; rows = nextBatch(isEnd)) {
      if (idSheet === 0) idSheet = await startSheet(tx, job, columns)
      // The database stores this batch while the next rows are read.
      await underWay
      underWay = keep(rows, columns)
      underWay.catch(() => {})
    }
  }
  return {
    take: (row: SheetRow) => {
      if (!columns) {
        columns = columnsOf(row, job)
        return
      }
      if (++count > sheetLimits.rows)
        throw new SheetProblem('problems.sheetTooManyRows', { row: row.number, most: sheetLimits.rows })
      checkHeaded(row, columns)
      size += textIn(row)
      if (size > sheetLimits.bytes)
        throw new SheetProblem('problems.sheetTooLarge', { most: sheetLimits.bytes / 1_048_576 })
      waiting.push(row)
    },
    settle: () => settle(),
    end: async () => {
      await settle(true)
      await underWay
      if (idSheet === 0) throw new SheetProblem('problems.sheetEmpty')
      const duplicates = duplicatesIn(rowsByPerson)
      if (duplicates.length > 0)
        await refuseSheetRows(
          tx,
          tenantId,
          idSheet,
          duplicates.map(({ row, other }) => ({
            number: row,
            problems: [{ field: 'userNumber', problem: 'problems.sheetDuplicate', values: { row: other } }],
          })),
        )
      return idSheet
    },
  }
}

const startSheet = (tx: Tx, job: SheetJob, { fields, headings }: SheetColumns) => {
  const { idUser, fileName, idPaymentAccount = null, newStatus } = job
  const columns = headings.map((heading, at) => ({ field: fields[at] ?? null, heading: printable(heading) }))
  return insertSheet(tx, job.tenantId, { idUser, fileName, idPaymentAccount, newStatus, columns })
}

const work = async (job: SheetJob) => {
  const pool = makePool(job.appUrl, () => {}, 1)
  try {
    const id = await makeKysely(pool).inTenant(job.tenantId, async (tx) => {
      const accounts = await sheetAccounts(tx, job.tenantId, job.rights, job.idPaymentAccount)
      const taker = makeTaker(tx, job, accounts)
      await readSheet(Buffer.from(job.file.buffer), taker)
      return taker.end()
    })
    tell({ id })
  } finally {
    await pool.end()
  }
}

work(workerData).catch((error: unknown) =>
  tell(error instanceof SheetProblem ? { refused: error.said } : { error: messageOf(error), code: codeOf(error) }),
)

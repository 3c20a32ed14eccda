import { startOfDay, type Zone } from '../../booking/calendar.ts'
import { keysOf, recordOf } from '../../objects.ts'
import type { AuthorizationRecord } from '../fields.ts'
import type { FormProblem } from '../form.ts'
import { type AccountForm, type AuthorizationInput, type AuthorizationValues, changedFields, keptOf } from '../kept.ts'
import { expirationOf } from '../validity.ts'
import { type CellValue, type Problem, readCell, type SheetCell } from './cells.ts'
import { type SheetColumns, type SheetField, sheetFields } from './columns.ts'

export const rowKinds = ['new', 'changed', 'unchanged', 'refused'] as const
export type RowKind = (typeof rowKinds)[number]

/**
 * Why a row is refused, and in which cell. If the sheet has no column for the field, the problem is that of the whole
 * row.
 */
export type CellProblem = Problem & { field: string }

/** The values of a row, by field. */
type SheetValues = { readonly [Field in SheetField]?: CellValue }

type NamedRecord = { id: number; name: string }

/** Finds an entry by its number or its name. */
const findNamed = (all: readonly NamedRecord[], text: string): NamedRecord | 'unknown' | 'ambiguous' => {
  const byId = /^\d+$/.test(text) ? all.find(({ id }) => id === Number(text)) : undefined
  if (byId) return byId
  const wanted = text.toLowerCase()
  const [found, another] = all.filter(({ name }) => name.trim().toLowerCase() === wanted)
  return another ? 'ambiguous' : (found ?? 'unknown')
}

/** The accounts whose people a sheet may write; accounts of others are treated as missing. */
export type SheetAccounts = {
  accounts: readonly NamedRecord[]
  /** Chosen for the whole sheet. */
  chosen: number | undefined
  forms: ReadonlyMap<number, AccountForm>
  mayCreate: (idPaymentAccount: number) => boolean
  mayEdit: (idPaymentAccount: number) => boolean
  timeZone: Zone
}

/** The values of a row, and the cells that cannot be read. */
export const readRow = ({ fields }: SheetColumns, cells: readonly SheetCell[], { timeZone }: SheetAccounts) => {
  const values: { [Field in SheetField]?: CellValue } = {}
  const problems: CellProblem[] = []
  for (const [at, field] of fields.entries()) {
    if (!field) continue
    const read = readCell(field, cells[at] ?? null, timeZone)
    if ('problem' in read) problems.push({ field, ...read })
    else values[field] = read.value
  }
  return { values, problems }
}

const accountOf = (values: SheetValues, { accounts, chosen }: SheetAccounts): NamedRecord | Problem => {
  const text = String(values.idPaymentAccount ?? '')
  if (text === '') {
    const found = accounts.find(({ id }) => id === chosen)
    return found ?? { problem: 'problems.cellRequired' }
  }
  const found = findNamed(accounts, text)
  if (found === 'unknown') return { problem: 'problems.cellAccountUnknown' }
  return found === 'ambiguous' ? { problem: 'problems.cellAccountAmbiguous' } : found
}

export type RowPlan =
  | { kind: 'new'; kept: AuthorizationValues }
  | { kind: 'changed'; change: Partial<AuthorizationValues>; fields: (keyof AuthorizationValues)[] }
  | { kind: 'unchanged' }
  | { kind: 'refused'; problems: CellProblem[] }

const refuseRow = (field: string, problem: Problem): RowPlan => ({ kind: 'refused', problems: [{ field, ...problem }] })

/** A sheet knows only days: if it repeats the day of a stored date, the stored time is kept. */
const keepMoments = (values: SheetValues, stored: AuthorizationRecord, timeZone: Zone) => {
  const same = (field: 'validFromDate' | 'expirationDate') => {
    const [sent, before] = [values[field], stored[field]]
    return typeof sent === 'number' && before !== null && startOfDay(before, timeZone) === startOfDay(sent, timeZone)
  }
  return {
    ...(same('validFromDate') && { validFromDate: stored.validFromDate }),
    ...(same('expirationDate') && { expirationDate: stored.expirationDate }),
  }
}

/** The form's defaults for cells left empty, as on the screen. */
const defaultsFor = ({ config }: AccountForm, values: SheetValues) =>
  Object.fromEntries(
    [...config].flatMap(([field, { defaultValue }]) => {
      const said = values[field as SheetField]
      return defaultValue && (said === undefined || said === null || said === '') ? [[field, defaultValue]] : []
    }),
  )

const longestList = 200

/** Why a cell fails the form of its account; lists the allowed values if they are short enough. */
const formReason = ({ config }: AccountForm, { field, problem }: FormProblem): CellProblem => {
  if (problem !== 'problems.correctTheForm') return { field, problem }
  const known = config.get(field)?.listValues?.join(', ')
  if (known === undefined || known.length > longestList) return { field, problem: 'problems.cellForm' }
  return { field, problem: 'problems.cellNotOnList', values: { known } }
}

/** A value that the form filled in may be too long, or not a valid address. */
const filledInProblems = ({ config }: AccountForm, kept: AuthorizationValues, timeZone: Zone): CellProblem[] =>
  sheetFields.flatMap((field) => {
    const { inheritsFrom, defaultValue } = config.get(field) ?? {}
    const read = inheritsFrom || defaultValue ? readCell(field, kept[field], timeZone) : undefined
    return read && 'problem' in read ? [{ field, ...read }] : []
  })

const isReversed = ({ validFromDate, expirationDate }: AuthorizationInput, timeZone: Zone) =>
  typeof validFromDate === 'number' &&
  typeof expirationDate === 'number' &&
  expirationOf(expirationDate, timeZone) < validFromDate

const valuesOf = (stored: AuthorizationRecord): AuthorizationValues => {
  const { id, version, status, dateCreated, lastChange, countServices, ...values } = stored
  return values
}

/**
 * What confirming the sheet would do with one of its rows. A column replaces its field, so an empty cell clears it; a
 * field without a column stays as it is.
 */
export const planRow = (
  values: SheetValues,
  stored: AuthorizationRecord | undefined,
  context: SheetAccounts,
): RowPlan => {
  const { forms, mayCreate, mayEdit, timeZone } = context
  // Codes are unique across all accounts, including those that the user may not see.
  if (stored && !mayEdit(stored.idPaymentAccount) && !mayCreate(stored.idPaymentAccount))
    return refuseRow('userNumber', { problem: 'problems.authorizationTaken' })
  if (stored && !mayEdit(stored.idPaymentAccount)) return refuseRow('userNumber', { problem: 'problems.mayNotEdit' })
  const account = accountOf(values, context)
  if ('problem' in account) return refuseRow('idPaymentAccount', account)
  const form = forms.get(account.id)
  const may = stored ? mayEdit : mayCreate
  if (!form || !may(account.id)) return refuseRow('idPaymentAccount', { problem: 'problems.cellAccountUnknown' })

  const groupText = String(values.idTravelGroup ?? '')
  const group = groupText === '' ? undefined : findNamed(form.travelGroups, groupText)
  if (group === 'unknown' || group === 'ambiguous')
    return refuseRow('idTravelGroup', { problem: 'problems.travelGroupUnknown' })
  const before = stored && valuesOf(stored)
  const isMoved = stored?.idPaymentAccount !== account.id
  const input = {
    ...before,
    ...(stored ? {} : defaultsFor(form, values)),
    ...Object.fromEntries(
      Object.entries(values).filter(
        ([field, value]) => stored || (value !== '' && value !== null) || field === 'userNumber',
      ),
    ),
    ...(stored && keepMoments(values, stored, timeZone)),
    ...(values.locale === null && { locale: stored?.locale }),
    idPaymentAccount: account.id,
    idTravelGroup: group?.id ?? (isMoved ? undefined : stored?.idTravelGroup),
  } as AuthorizationInput
  if (isReversed(input, timeZone)) return refuseRow('expirationDate', { problem: 'problems.rangeReversed' })
  const outcome = keptOf(form, input, { isNew: !stored, timeZone })
  if ('problems' in outcome) return { kind: 'refused', problems: outcome.problems.map((one) => formReason(form, one)) }
  if (!stored) {
    const problems = filledInProblems(form, outcome.kept, timeZone)
    return problems.length > 0 ? { kind: 'refused', problems } : { kind: 'new', kept: outcome.kept }
  }

  const said = new Set<string>([...keysOf(values), 'idPaymentAccount', ...(isMoved ? ['idTravelGroup'] : [])])
  const kept = { ...outcome.kept, ...keepMoments(values, stored, timeZone) }
  const fields = changedFields(stored, kept).filter((field) => said.has(field))
  if (fields.length === 0) return { kind: 'unchanged' }
  return { kind: 'changed', fields, change: recordOf(fields, (field) => kept[field]) as Partial<AuthorizationValues> }
}

/** A key for the person of a row; undefined if the row does not name one. */
export const personKey = ({ subscriberCode, userNumber }: SheetValues) =>
  subscriberCode && userNumber ? JSON.stringify([subscriberCode, userNumber]) : undefined

/** Rows about the same person: none of them can be trusted. */
export const duplicatesIn = (rowsByPerson: ReadonlyMap<string, readonly number[]>): { row: number; other: number }[] =>
  [...rowsByPerson.values()].flatMap((rows) =>
    rows.length < 2 ? [] : rows.map((row, at) => ({ row, other: rows[at === 0 ? 1 : 0] ?? row })),
  )

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

/** Why a row is refused, in which cell; of the whole row where the sheet has no column for it. */
export type CellProblem = Problem & { field: string }

/** What the cells of a row say, by their fields. */
export type SheetValues = { readonly [Field in SheetField]?: CellValue }

type Named = { id: number; name: string }

/** The one that is meant by its number or its name. */
const findNamed = (all: readonly Named[], text: string): Named | 'unknown' | 'ambiguous' => {
  const byId = /^\d+$/.test(text) ? all.find(({ id }) => id === Number(text)) : undefined
  if (byId) return byId
  const wanted = text.toLowerCase()
  const [found, another] = all.filter(({ name }) => name.trim().toLowerCase() === wanted)
  return another ? 'ambiguous' : (found ?? 'unknown')
}

/** Whose people a sheet may write: accounts of others are as good as none. */
export type SheetAccounts = {
  accounts: readonly Named[]
  /** Chosen for the whole sheet. */
  chosen: number | undefined
  forms: ReadonlyMap<number, AccountForm>
  mayCreate: (idPaymentAccount: number) => boolean
  mayEdit: (idPaymentAccount: number) => boolean
  timeZone: Zone
}

/** What the cells of a row say, and which of them cannot be read. */
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

const accountOf = (values: SheetValues, { accounts, chosen }: SheetAccounts): Named | Problem => {
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

const refused = (field: string, problem: Problem): RowPlan => ({ kind: 'refused', problems: [{ field, ...problem }] })

/** A sheet knows days only: a moment on the day that it names is the one that is meant. */
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

/** A form that is filled in on the screen starts with these, and so does a cell that nobody filled in. */
const defaultsFor = ({ config }: AccountForm, values: SheetValues) =>
  Object.fromEntries(
    [...config].flatMap(([field, { defaultValue }]) => {
      const said = values[field as SheetField]
      return defaultValue && (said === undefined || said === null || said === '') ? [[field, defaultValue]] : []
    }),
  )

const longestList = 200

/** What the form of an account wants of a cell, where it can be said. */
const formReason = ({ config }: AccountForm, { field, problem }: FormProblem): CellProblem => {
  if (problem !== 'problems.correctTheForm') return { field, problem }
  const known = config.get(field)?.listValues?.join(', ')
  if (known === undefined || known.length > longestList) return { field, problem: 'problems.cellForm' }
  return { field, problem: 'problems.cellNotOnList', values: { known } }
}

/** What the form put into a cell may be too long, or no address at all. */
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
 * What confirming the sheet would do with one of its rows. A column says the whole of its field: an empty cell empties
 * it; a field without a column stays as it is.
 */
export const planRow = (
  values: SheetValues,
  stored: AuthorizationRecord | undefined,
  context: SheetAccounts,
): RowPlan => {
  const { forms, mayCreate, mayEdit, timeZone } = context
  // Codes are unique among all people, whosever they are.
  if (stored && !mayEdit(stored.idPaymentAccount) && !mayCreate(stored.idPaymentAccount))
    return refused('userNumber', { problem: 'problems.authorizationTaken' })
  if (stored && !mayEdit(stored.idPaymentAccount)) return refused('userNumber', { problem: 'problems.mayNotEdit' })
  const account = accountOf(values, context)
  if ('problem' in account) return refused('idPaymentAccount', account)
  const form = forms.get(account.id)
  const may = stored ? mayEdit : mayCreate
  if (!form || !may(account.id)) return refused('idPaymentAccount', { problem: 'problems.cellAccountUnknown' })

  const groupText = String(values.idTravelGroup ?? '')
  const group = groupText === '' ? undefined : findNamed(form.travelGroups, groupText)
  if (group === 'unknown' || group === 'ambiguous')
    return refused('idTravelGroup', { problem: 'problems.travelGroupUnknown' })
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
  if (isReversed(input, timeZone)) return refused('expirationDate', { problem: 'problems.rangeReversed' })
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

/** Whom a row is about; undefined where it does not say. */
export const personKey = ({ subscriberCode, userNumber }: SheetValues) =>
  subscriberCode && userNumber ? JSON.stringify([subscriberCode, userNumber]) : undefined

/** Rows that are about the same person: none of them can be believed. */
export const duplicatesIn = (rowsByPerson: ReadonlyMap<string, readonly number[]>): { row: number; other: number }[] =>
  [...rowsByPerson.values()].flatMap((rows) =>
    rows.length < 2 ? [] : rows.map((row, at) => ({ row, other: rows[at === 0 ? 1 : 0] ?? row })),
  )

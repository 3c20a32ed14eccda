import { describe, expect, it } from 'vitest'
import type { AuthorizationRecord } from '../fields.ts'
import { parseFormConfig } from '../form.ts'
import { keptOf } from '../kept.ts'
import type { SheetCell } from './cells.ts'
import { columnLetter, type SheetNames, sheetColumns, sheetFields } from './columns.ts'
import { sheetLimits } from './limits.ts'
import { duplicatesIn, personKey, planRow, readRow, type SheetAccounts } from './plan.ts'

const names = {
  ...Object.fromEntries(sheetFields.map((field) => [field, [field]])),
  subscriberCode: ['Subscriber code', 'Código de abonado'],
  userNumber: ['User number', 'Número de usuario'],
  firstName: ['First name', 'Nombre'],
  idPaymentAccount: ['Account', 'Cuenta'],
} as unknown as SheetNames

const headed = (header: readonly SheetCell[], hasAccount = true) =>
  sheetColumns(header, { names, unread: ['Reason', 'Motivo'], hasAccount })

const timeZone = 'Europe/Madrid'
const form = parseFormConfig(
  JSON.stringify({
    authorizationBreak1: { inheritsFrom: 'subscriberCode', regex: String.raw`^\d{4}-\d{2}$` },
    authorizationBreak2: { listValues: ['Ventas', 'Obras'], defaultValue: 'Ventas' },
  }),
)
const groups = [
  { id: 1010, name: 'Directivos' },
  { id: 1011, name: 'Resto' },
]
const context: SheetAccounts = {
  accounts: [
    { id: 101, name: 'Acme' },
    { id: 102, name: 'Norte' },
    { id: 103, name: 'Norte' },
  ],
  chosen: 101,
  forms: new Map([
    [101, { config: form, travelGroups: groups }],
    [102, { config: new Map(), travelGroups: [{ id: 1020, name: 'Todos' }] }],
    [103, { config: new Map(), travelGroups: [{ id: 1030, name: 'Todos' }] }],
  ]),
  mayCreate: (id) => id <= 103,
  mayEdit: (id) => id <= 102,
  timeZone,
}

const person = {
  subscriberCode: '6101',
  userNumber: '9000',
  firstName: 'Olga',
  authorizationBreak1: '6101-07',
  authorizationBreak2: 'Obras',
  idTravelGroup: 'Directivos',
}
type Person = Record<string, SheetCell>

const read = (values: Person, given = context) => {
  const columns = sheetColumns(Object.keys(values), { names, unread: [], hasAccount: true })
  if ('problem' in columns) throw new Error(columns.problem)
  return readRow(columns, Object.values(values), given)
}

const plan = (values: Person, stored?: AuthorizationRecord, given = context) => {
  const row = read(values, given)
  return row.problems.length > 0 ? { kind: 'refused', problems: row.problems } : planRow(row.values, stored, given)
}

const stored = (change: Partial<AuthorizationRecord> = {}): AuthorizationRecord => {
  const input = { ...person, idPaymentAccount: 101, idTravelGroup: 1010 }
  const outcome = keptOf({ config: form, travelGroups: groups }, input, { isNew: true, timeZone })
  if ('problems' in outcome) throw new Error('The form refuses its own example')
  return { ...outcome.kept, id: 7, version: 3, status: 1, dateCreated: 0, lastChange: 0, countServices: 0, ...change }
}

describe('the headings', () => {
  it('are recognised by field name or in either language, in any order and spelling', () =>
    expect(headed(['NOMBRE ', 'numero de usuario*', null, 'subscriberCode', 'Motivo'])).toMatchObject({
      fields: ['firstName', 'userNumber', undefined, 'subscriberCode', null],
    }))

  it.each<[string, SheetCell[], boolean, object]>([
    [
      'an unknown one',
      ['subscriberCode', 'User number', 'Shoe size'],
      true,
      { problem: 'problems.sheetColumnUnknown', values: { column: 'C', heading: 'Shoe size' } },
    ],
    [
      'one that is there twice',
      ['subscriberCode', 'User number', 'Número de usuario'],
      true,
      { problem: 'problems.sheetColumnTwice', values: { first: 'B', column: 'C' } },
    ],
    [
      'a missing one',
      ['User number'],
      true,
      { problem: 'problems.sheetColumnMissing', values: { heading: 'Subscriber code' } },
    ],
    [
      'a missing account that was not chosen either',
      ['subscriberCode', 'User number'],
      false,
      { problem: 'problems.sheetColumnMissing', values: { heading: 'Account' } },
    ],
    [
      'a formula',
      ['subscriberCode', { isFormula: true }],
      true,
      { problem: 'problems.sheetHeadingFormula', values: { column: 'B' } },
    ],
  ])('are refused for %s, naming the column', (_, header, hasAccount, problem) =>
    expect(headed(header, hasAccount)).toMatchObject(problem),
  )

  it('are lettered like spreadsheet columns', () =>
    expect([0, 25, 26, 51, 52, 701, 702].map(columnLetter)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA']))
})

describe('a cell', () => {
  const day = Date.UTC(2026, 11, 30, 23)
  it.each<[string, SheetCell, unknown]>([
    ['a day of Excel', { day: 46_387 }, day],
    ['a serial number', 46_387.75, day],
    ['a serial number in a text', '46387', day],
    ['an ISO date', '2026-12-31', day],
    ['an ISO date with its hour', '2026-12-31T10:00:00Z', day],
    ['a date as people write it', '31/12/2026', day],
    ['a date with dots', '31.12.2026 08:00', day],
    ['nothing', null, null],
  ])('is read as a date from %s', (_, cell, expirationDate) =>
    expect(read({ ...person, expirationDate: cell }).values.expirationDate).toBe(expirationDate),
  )

  it.each<[string, string, SheetCell, string]>([
    ['a day that the calendar does not have', 'expirationDate', '31/02/2026', 'problems.cellNotDate'],
    ['the month first', 'expirationDate', '12/31/2026', 'problems.cellNotDate'],
    ['a day before days can be told', 'expirationDate', { day: 12 }, 'problems.cellNotDate'],
    ['half a booking', 'availableTimesLeft', 1.5, 'problems.cellNotWhole'],
    ['fewer than no bookings', 'availableTimesLeft', '-1', 'problems.cellNotWhole'],
    ['no telephone number', 'mobileNumber', 'ask Ana', 'problems.phoneInvalid'],
    ['no address', 'userEmail', 'olga', 'problems.emailInvalid'],
    ['an unknown language', 'locale', 'xx', 'problems.cellNotLanguage'],
    ['no user number', 'userNumber', ' ', 'problems.cellRequired'],
    ['a text that is too long', 'firstName', 'x'.repeat(201), 'problems.cellTooLong'],
    ['a cell that is too long', 'firstName', 'x'.repeat(sheetLimits.cell + 1), 'problems.cellTooLong'],
    ['a formula', 'firstName', { isFormula: true }, 'problems.cellFormula'],
    ['the text of a formula', 'firstName', '=HYPERLINK("http://x")', 'problems.cellFormula'],
    ['an error of Excel', 'firstName', { error: '#N/A' }, 'problems.cellError'],
    ['a sign that no text may hold', 'firstName', 'Ol\u0000ga', 'problems.cellInvalid'],
  ])('is refused for %s', (_, field, cell, problem) =>
    expect(plan({ ...person, [field]: cell })).toMatchObject({ kind: 'refused', problems: [{ field, problem }] }),
  )

  it('accepts numbers as text, and telephone numbers in any spelling', () =>
    expect(
      read({ subscriberCode: 6101, userNumber: 9, mobileNumber: 34_600_777_001, locale: 'ES-es' }).values,
    ).toMatchObject({ subscriberCode: '6101', userNumber: '9', mobileNumber: '600777001', locale: 'es_ES' }))
})

describe('a row', () => {
  it('is new if nobody has its code and number, and is completed by the form', () =>
    expect(plan({ ...person, authorizationBreak1: '-07', authorizationBreak2: null })).toMatchObject({
      kind: 'new',
      kept: {
        idPaymentAccount: 101,
        idTravelGroup: 1010,
        authorizationBreak1: '6101-07',
        authorizationBreak2: 'Ventas',
      },
    }))

  it('is unchanged if it repeats the stored values', () =>
    expect(plan(person, stored())).toEqual({ kind: 'unchanged' }))

  it('changes only the fields that differ', () =>
    expect(plan({ ...person, firstName: '', userEmail: 'o@demo.example' }, stored({ lastName: 'Ruiz' }))).toEqual({
      kind: 'changed',
      fields: expect.toSatisfy((fields: string[]) => fields.toSorted().join() === 'firstName,userEmail'),
      change: { firstName: '', userEmail: 'o@demo.example' },
    }))

  it('keeps the time of a date whose day it repeats', () => {
    const before = stored({ validFromDate: Date.UTC(2026, 0, 5, 9), expirationDate: Date.UTC(2026, 11, 31, 10) })
    const row = { ...person, validFromDate: '05/01/2026', expirationDate: '31/12/2026' }
    expect(plan(row, before)).toEqual({ kind: 'unchanged' })
  })

  it('is valid to the end of its last day', () =>
    expect(plan({ ...person, expirationDate: '31/12/2026' })).toMatchObject({
      kept: { expirationDate: Date.UTC(2026, 11, 31, 22, 59, 59) },
    }))

  it('moves a person to another account and into its only group', () =>
    expect(plan({ ...person, idPaymentAccount: '102', idTravelGroup: null }, stored())).toMatchObject({
      kind: 'changed',
      change: { idPaymentAccount: 102, idTravelGroup: 1020 },
    }))

  it.each<[string, Person, AuthorizationRecord | undefined, string, string]>([
    ['an account of others', { idPaymentAccount: '999' }, undefined, 'idPaymentAccount', 'cellAccountUnknown'],
    ['a name of two accounts', { idPaymentAccount: 'norte' }, undefined, 'idPaymentAccount', 'cellAccountAmbiguous'],
    ['a group that the account lacks', { idTravelGroup: 'Todos' }, undefined, 'idTravelGroup', 'travelGroupUnknown'],
    [
      'dates that are turned round',
      { validFromDate: '02/01/2026', expirationDate: '01/01/2026' },
      undefined,
      'expirationDate',
      'rangeReversed',
    ],
    ['what the form does not take', { authorizationBreak1: '6101-x' }, undefined, 'authorizationBreak1', 'cellForm'],
    [
      'a value that is not on its list',
      { authorizationBreak2: 'x' },
      undefined,
      'authorizationBreak2',
      'cellNotOnList',
    ],
    ['a person of others', {}, stored({ idPaymentAccount: 900 }), 'userNumber', 'authorizationTaken'],
    ['a person whom one may not change', {}, stored({ idPaymentAccount: 103 }), 'userNumber', 'mayNotEdit'],
  ])('is refused for %s', (_, change, before, field, problem) =>
    expect(plan({ ...person, ...change }, before)).toMatchObject({
      kind: 'refused',
      problems: [{ field, problem: `problems.${problem}` }],
    }),
  )

  it('needs an account if none was chosen', () =>
    expect(plan(person, undefined, { ...context, chosen: undefined })).toMatchObject({
      problems: [{ field: 'idPaymentAccount', problem: 'problems.cellRequired' }],
    }))

  it('names another row about the same person', () => {
    expect(personKey({ subscriberCode: 'a', userNumber: 'b' })).not.toBe(
      personKey({ subscriberCode: 'ab', userNumber: '' }),
    )
    const rows = new Map([
      ['a', [2, 5, 9]],
      ['b', [3]],
    ])
    expect(duplicatesIn(rows)).toEqual([
      { row: 2, other: 5 },
      { row: 5, other: 2 },
      { row: 9, other: 2 },
    ])
  })
})

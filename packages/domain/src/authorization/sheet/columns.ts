import { authorizationBreakNumbers } from '../../booking/breaks.ts'
import { cellText, type Problem, type SheetCell } from './cells.ts'
import { sheetLimits } from './limits.ts'

const breaks = authorizationBreakNumbers.map((number) => `authorizationBreak${number}` as const)

/** The fields that a sheet may contain, in the column order of the empty template. */
export const sheetFields = [
  'subscriberCode',
  'userNumber',
  'idPaymentAccount',
  'firstName',
  'lastName',
  'mobileNumber',
  'phoneNumber',
  'userEmail',
  'notificationCCEmail',
  'superiorEmail',
  'authorizationAlias',
  'locale',
  'validFromDate',
  'expirationDate',
  'availableTimesLeft',
  'idTravelGroup',
  ...breaks,
  'commentsForOperator',
  'commentsForDriver',
] as const
export type SheetField = (typeof sheetFields)[number]

/** The headings accepted for each field. */
export type SheetNames = Readonly<Record<SheetField, readonly string[]>>

/** The letters of a spreadsheet column: A, …, Z, AA. */
export const columnLetter = (index: number): string =>
  (index >= 26 ? columnLetter(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26))

/** Ignores case, accents, stars and spacing in headings. */
const plain = (heading: string) =>
  heading
    .normalize('NFD')
    .replaceAll(/\p{Mn}|[*’']/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase()

export type SheetColumns = {
  /** The field of each column: undefined without a heading, null if the column is not read. */
  fields: readonly (SheetField | null | undefined)[]
  headings: readonly string[]
}

type ColumnOptions = {
  names: SheetNames
  /** Headings of columns that are not read, such as the reasons of an earlier refusal. */
  unread: readonly string[]
  /** Whether one account was chosen for the whole sheet. */
  hasAccount: boolean
}

/** The field of each column, or what is wrong with the headings. */
export const sheetColumns = (
  header: readonly SheetCell[],
  { names, unread, hasAccount }: ColumnOptions,
): SheetColumns | Problem => {
  const byName = new Map<string, SheetField | null>(unread.map((name) => [plain(name), null]))
  for (const field of sheetFields.toReversed()) for (const name of names[field]) byName.set(plain(name), field)
  for (const field of sheetFields) byName.set(plain(field), field)

  const fields: (SheetField | null | undefined)[] = []
  const headings: string[] = []
  for (const [at, cell] of header.entries()) {
    const column = columnLetter(at)
    if (cell !== null && typeof cell === 'object' && 'isFormula' in cell)
      return { problem: 'problems.sheetHeadingFormula', values: { column } }
    const heading = cellText(cell).trim()
    const field = heading === '' ? undefined : byName.get(plain(heading))
    if (heading !== '' && field === undefined)
      return { problem: 'problems.sheetColumnUnknown', values: { column, heading: heading.slice(0, 80) } }
    const first = field ? fields.indexOf(field) : -1
    if (first >= 0)
      return { problem: 'problems.sheetColumnTwice', values: { first: columnLetter(first), column, heading } }
    if (heading !== '' && at >= sheetLimits.columns)
      return { problem: 'problems.sheetTooManyColumns', values: { column, row: 1, most: sheetLimits.columns } }
    fields.push(field)
    headings.push(heading)
  }
  const needed: SheetField[] = ['subscriberCode', 'userNumber', ...(hasAccount ? [] : ['idPaymentAccount' as const])]
  const missing = needed.find((field) => !fields.includes(field))
  if (missing) return { problem: 'problems.sheetColumnMissing', values: { heading: names[missing][0] ?? missing } }
  return { fields, headings }
}

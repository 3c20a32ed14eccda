import { momentAt, type Zone } from '../../booking/calendar.ts'
import { normalPhone, phonePattern } from '../../phone.ts'
import type { ProblemKey } from '../../problem/keys.ts'
import { authorizationLocales } from '../locales.ts'
import type { SheetField } from './columns.ts'
import { sheetLimits } from './limits.ts'

/** A cell as it is in the file. Excel stores a day as a number that only its format marks as a date. */
export type SheetCell = string | number | null | { day: number } | { isFormula: true } | { error: string }

export type Problem = { problem: ProblemKey; values?: Record<string, string | number> }
export type CellValue = string | number | null

const day = 86_400_000
/**
 * Excel counts days from 1900 and includes a 29 February that never existed, so numbers before 1 March 1900 are
 * ambiguous.
 */
const daysBefore1970 = 25_569
const firstSerial = 61
const lastSerial = 2_958_465

const two = (number: number) => String(number).padStart(2, '0')

const dayOfSerial = (serial: number) =>
  serial >= firstSerial && serial < lastSerial + 1 ? (Math.floor(serial) - daysBefore1970) * day : undefined

/** A day as sheets show it: 31/12/2026. */
export const dayText = (wall: number) => {
  const date = new Date(wall)
  return `${two(date.getUTCDate())}/${two(date.getUTCMonth() + 1)}/${date.getUTCFullYear()}`
}

/** The text of a cell, as shown to people who view or correct it. */
export const cellText = (cell: SheetCell): string => {
  if (cell === null) return ''
  if (typeof cell === 'string') return cell
  if (typeof cell === 'number') return String(cell)
  if ('day' in cell) {
    const wall = dayOfSerial(cell.day)
    return wall === undefined ? String(cell.day) : dayText(wall)
  }
  return 'error' in cell ? cell.error : '='
}

const clock = String.raw`(?:[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?Z?)?`
const yearFirst = new RegExp(String.raw`^(\d{4})-(\d{1,2})-(\d{1,2})${clock}$`)
const dayFirst = new RegExp(String.raw`^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})${clock}$`)

/** Undefined for days that do not exist, such as 31/02, and for those before 1970. */
const wallDay = (year: number, month: number, date: number) => {
  const wall = Date.UTC(year, month - 1, date)
  const read = new Date(wall)
  const isReal = read.getUTCFullYear() === year && read.getUTCMonth() === month - 1 && read.getUTCDate() === date
  return isReal && year >= 1970 ? wall : undefined
}

const dayOf = (cell: Exclude<SheetCell, null>) => {
  if (typeof cell === 'number') return dayOfSerial(cell)
  if (typeof cell === 'object') return 'day' in cell ? dayOfSerial(cell.day) : undefined
  const [, year, month, date] = yearFirst.exec(cell) ?? []
  if (year) return wallDay(Number(year), Number(month), Number(date))
  const [, first, second, last] = dayFirst.exec(cell) ?? []
  if (first) return wallDay(Number(last), Number(second), Number(first))
  return /^\d{5}$/.test(cell) ? dayOfSerial(Number(cell)) : undefined
}

type Outcome = { value: CellValue } | Problem
type Reader = (text: string, cell: Exclude<SheetCell, null>, timeZone: Zone) => Outcome

const tooLong = (most: number): Problem => ({ problem: 'problems.cellTooLong', values: { most } })

const textOf =
  (most: number): Reader =>
  (text) =>
    text.length > most ? tooLong(most) : { value: text }

const phone: Reader = (text) => {
  const normal = normalPhone(text)
  if (normal === '') return { value: '' }
  return text.length <= 60 && phonePattern.test(normal) ? { value: normal } : { problem: 'problems.phoneInvalid' }
}

const mailName = /^[a-z\d_+'-]+(\.[a-z\d_+'-]+)*$/i
const mailHost = /^([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z]{2,}$/i

/** Accepts nothing that the form would refuse; a test compares the two. */
const isMail = (text: string) => {
  const at = text.lastIndexOf('@')
  const [name, host] = [text.slice(0, at), text.slice(at + 1)]
  return text.length <= 254 && mailName.test(name) && !name.endsWith("'") && mailHost.test(host)
}

const mail: Reader = (text) => (text === '' || isMail(text) ? { value: text } : { problem: 'problems.emailInvalid' })

const locale: Reader = (text) => {
  if (text === '') return { value: null }
  const wanted = text.replace('-', '_').toLowerCase()
  const known = authorizationLocales.find((one) => one.toLowerCase() === wanted)
  return known
    ? { value: known }
    : { problem: 'problems.cellNotLanguage', values: { known: authorizationLocales.join(', ') } }
}

const whole: Reader = (text) => {
  if (text === '') return { value: null }
  const number = Number(text)
  return /^\d{1,10}(\.0+)?$/.test(text) && number <= 2_147_483_647
    ? { value: number }
    : { problem: 'problems.cellNotWhole' }
}

const date: Reader = (text, cell, timeZone) => {
  if (text === '') return { value: null }
  const wall = dayOf(typeof cell === 'string' ? text : cell)
  const moment = wall === undefined ? -1 : momentAt(wall, timeZone)
  return moment < 0 ? { problem: 'problems.cellNotDate' } : { value: moment }
}

const line = textOf(200)
const comment = textOf(1_000)
const code: Reader = (text) => (text === '' ? { problem: 'problems.cellRequired' } : textOf(100)(text, text, undefined))

const readers: Partial<Record<SheetField, Reader>> = {
  subscriberCode: code,
  userNumber: code,
  mobileNumber: phone,
  phoneNumber: phone,
  userEmail: mail,
  notificationCCEmail: mail,
  superiorEmail: mail,
  commentsForOperator: comment,
  commentsForDriver: comment,
  locale,
  validFromDate: date,
  expirationDate: date,
  availableTimesLeft: whole,
}

const unwritable = /[^\P{Cc}\t\n]|\p{Cs}/u

/**
 * Reads a cell as a value of its field. Accounts and groups stay as written: only the user's accounts can resolve them.
 */
export const readCell = (field: SheetField, cell: SheetCell, timeZone: Zone): Outcome => {
  if (cell !== null && typeof cell === 'object') {
    if ('isFormula' in cell) return { problem: 'problems.cellFormula' }
    if ('error' in cell) return { problem: 'problems.cellError' }
  }
  const text = cellText(cell).replaceAll(/\r\n?/g, '\n').trim()
  // A formula as text, the way CSV files hold it.
  if (text.startsWith('=')) return { problem: 'problems.cellFormula' }
  if (text.length > sheetLimits.cell) return tooLong(sheetLimits.cell)
  if (unwritable.test(text)) return { problem: 'problems.cellInvalid' }
  return (readers[field] ?? line)(text, cell ?? '', timeZone)
}

import type { ProblemKey } from '../problem/keys.ts'

/** One spelling for each number: capitals, without spaces, dots, hyphens or slashes. */
export const squeezedTaxId = (typed: string) => typed.toUpperCase().replaceAll(/[\s.\-/]/g, '')

const personLetters = 'TRWAGMYFPDXBNJZSQVHLCKE'
const companyLetters = 'JABCDEFGHI'

/** DNI, NIE and the numbers of people who have neither; X, Y and Z stand for a first digit. */
const person = /^(\d|[XYZKLM])(\d{7})([A-Z])$/
const company = /^([ABCDEFGHJNPQRSUVW])(\d{7})([A-J\d])$/
const firstDigits: Readonly<Record<string, string>> = { X: '0', Y: '1', Z: '2', K: '', L: '', M: '' }

const personControl = (first: string, rest: string) =>
  personLetters.charAt(Number((firstDigits[first] ?? first) + rest) % personLetters.length)

/** The Luhn check digit: every other digit, from the first, is doubled and its figures added up. */
const companyControl = (digits: string) => {
  const sum = [...digits].reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1)
    return total + Math.floor(value / 10) + (value % 10)
  }, 0)
  return (10 - (sum % 10)) % 10
}

/** The tax number of a limited company with these seven digits. */
export const companyTaxId = (kind: 'A' | 'B', digits: string) => kind + digits + companyControl(digits)

const isControlOf = (kind: string, digits: string, given: string) => {
  const control = companyControl(digits)
  const isLetter = given === companyLetters.charAt(control)
  const isDigit = given === String(control)
  // Public bodies, churches and foreign companies end with a letter, limited companies with a digit, others with either.
  if ('NPQRSW'.includes(kind)) return isLetter
  return 'ABEH'.includes(kind) ? isDigit : isLetter || isDigit
}

/** What is wrong with a Spanish tax number of a person or a company; spaces, dots, hyphens and slashes are ignored. */
export const taxIdProblem = (typed: string): ProblemKey | undefined => {
  const taxId = squeezedTaxId(typed)
  const [, first = '', rest = '', letter] = person.exec(taxId) ?? []
  if (letter) return letter === personControl(first, rest) ? undefined : 'problems.taxIdControl'
  const [, kind = '', digits = '', control] = company.exec(taxId) ?? []
  if (control === undefined) return 'problems.taxIdForm'
  return isControlOf(kind, digits, control) ? undefined : 'problems.taxIdControl'
}

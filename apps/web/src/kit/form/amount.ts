import type { ProblemKey } from '@parada/domain/problem/keys'
import i18next from 'i18next'
import { formatsFor } from '../format.ts'

/** An amount as the reader writes it; empty for none. */
export const amountText = (amount: number | null | undefined, language = i18next.language) =>
  amount == null ? '' : formatsFor(language).number(amount)

/** What parts thousands where a comma or a point parts the cents. */
const groupsOf = (decimal: string) => (decimal === ',' ? '.' : ',')

/** The mark before the cents: the later of two different ones, or a single one with a digit or two behind it. */
const decimalIn = (text: string, language: string) => {
  const marks = [...text.matchAll(/[.,]/g)].map(([mark]) => mark)
  const last = marks.at(-1)
  if (last !== undefined && (marks.some((mark) => mark !== last) || /^[^.,]*[.,]\d{1,2}$/.test(text))) return last
  return formatsFor(language).number(0.5).charAt(1)
}

const digits = /^-?\d{1,8}(\.\d{1,2})?$/

/** Null for nothing typed; NaN for what is no amount or could mean two, which no rule lets pass. */
export const amountOf = (text: string, language = i18next.language) => {
  const typed = text.replaceAll(/[\s€$£]/g, '')
  if (typed === '') return null
  const decimal = decimalIn(typed, language)
  const [whole = '', cents] = typed.split(decimal)
  const parts = whole.split(groupsOf(decimal))
  const isGrouped =
    parts.length === 1 || (/^-?\d{1,3}$/.test(parts[0] ?? '') && parts.slice(1).every((part) => /^\d{3}$/.test(part)))
  const plain = cents === undefined ? parts.join('') : `${parts.join('')}.${cents}`
  const isOne = typed.split(decimal).length <= 2
  return isGrouped && isOne && digits.test(plain) ? Number(plain) : Number.NaN
}

/** An empty amount is fine: the supplier may send the price later. */
export const amountProblem = (text: string): ProblemKey | undefined => {
  const amount = amountOf(text)
  if (Number.isNaN(amount)) return 'problems.amountInvalid'
  return amount !== null && amount < 0 ? 'problems.priceNegative' : undefined
}

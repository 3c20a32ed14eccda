import type { ProblemKey } from '@parada/domain/problem/keys'
import i18next from 'i18next'
import { formatsFor } from '../format.ts'

/** An amount in the reader's number format; empty if there is none. */
export const amountText = (amount: number | null | undefined, language = i18next.language) =>
  amount == null ? '' : formatsFor(language).number(amount)

/** The thousands separator that goes with a decimal separator. */
const groupsOf = (decimal: string) => (decimal === ',' ? '.' : ',')

/**
 * The decimal separator: the later of two different marks, a single mark followed by one or two digits, or else the
 * language's own.
 */
const decimalIn = (text: string, language: string) => {
  const marks = [...text.matchAll(/[.,]/g)].map(([mark]) => mark)
  const last = marks.at(-1)
  if (last !== undefined && (marks.some((mark) => mark !== last) || /^[^.,]*[.,]\d{1,2}$/.test(text))) return last
  return formatsFor(language).number(0.5).charAt(1)
}

const digits = /^-?\d{1,8}(\.\d{1,2})?$/

/** Null for an empty text; NaN, which no rule accepts, for text that is no amount or could mean two. */
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

/** An empty amount is valid: the supplier may send the price later. */
export const amountProblem = (text: string): ProblemKey | undefined => {
  const amount = amountOf(text)
  if (Number.isNaN(amount)) return 'problems.amountInvalid'
  return amount !== null && amount < 0 ? 'problems.priceNegative' : undefined
}

import { codes } from '../codes.ts'
import type { Field, FieldKind } from './fields.ts'

/** What a filter requires of a value. */
export type Condition =
  | { test: 'contains'; text: string }
  | { test: 'anyOf'; values: readonly (number | string)[] }
  | { test: 'between'; from: number | undefined; to: number | undefined }
  /** Moments from `from` up to, but not including, `before`. */
  | { test: 'during'; from: number; before: number }
  | { test: 'is'; value: boolean }

export const filterLimits = { text: 100, list: 2_000, values: 200 } as const

type FilterField = Pick<Field, 'kind' | 'codes'>

const isWhole = (text: string) => /^-?\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text))
const isDecimal = (text: string) => /^-?\d{1,15}(\.\d{1,6})?$/.test(text)

const listed = (text: string, isOne: (item: string) => boolean) => {
  const items = text.split(',').map((item) => item.trim())
  return items.length <= filterLimits.values && items.every(isOne) ? items : undefined
}

/** '5', '5,7' or a range such as '5..9', '5..' and '..9', both ends included. */
const numbers = (text: string, isOne: (item: string) => boolean): Condition | undefined => {
  const [, from = '', to = ''] = /^(.*)\.\.(.*)$/.exec(text) ?? []
  if (from !== '' || to !== '') {
    if (![from, to].every((end) => end === '' || isOne(end))) return undefined
    return { test: 'between', from: from === '' ? undefined : Number(from), to: to === '' ? undefined : Number(to) }
  }
  const values = listed(text, isOne)?.map(Number)
  return values && { test: 'anyOf', values }
}

const codesOf = ({ codes: kind }: FilterField, text: string): Condition | undefined => {
  const known = kind === undefined ? [] : Object.keys(codes[kind])
  const values = listed(text, (item) => known.includes(item))
  const areNumbers = known.every(isWhole)
  return values && { test: 'anyOf', values: areNumbers ? values.map(Number) : values }
}

const during = (text: string): Condition | undefined => {
  const [, from, before] = /^(\d{1,15}),(\d{1,15})$/.exec(text) ?? []
  return Number(from) < Number(before) ? { test: 'during', from: Number(from), before: Number(before) } : undefined
}

const readers: Record<FieldKind, (text: string, field: FilterField) => Condition | undefined> = {
  text: (text) => (text.length <= filterLimits.text ? { test: 'contains', text } : undefined),
  number: (text) => numbers(text, isWhole),
  decimal: (text) => numbers(text, isDecimal),
  money: (text) => numbers(text, isDecimal),
  time: during,
  flag: (text) => (text === 'true' || text === 'false' ? { test: 'is', value: text === 'true' } : undefined),
  code: (text, field) => codesOf(field, text),
  texts: (text) => {
    const values = listed(text, (item) => item !== '' && item.length <= filterLimits.text)
    return values && { test: 'anyOf', values }
  },
  record: () => undefined,
}

/**
 * The condition that a filter in a request means; undefined if a field of this kind cannot be filtered by that text.
 */
export const parseFilter = (field: FilterField, text: string): Condition | undefined =>
  text.length <= filterLimits.list ? readers[field.kind](text, field) : undefined

/** How to write a filter, as an error response explains it. */
export const filterHint: Record<FieldKind, string> = {
  text: `Use at most ${filterLimits.text} characters`,
  number: 'Use a whole number, several with commas, or a range such as 10..20',
  decimal: 'Use a number such as 12.5, several with commas, or a range such as 10..20',
  money: 'Use an amount such as 12.50, several with commas, or a range such as 10..20',
  time: 'Use two times in epoch milliseconds with a comma between, the earlier one first',
  flag: 'Use true or false',
  code: 'Use one of the codes, or several with commas',
  texts: 'Use one word, or several with commas',
  record: 'This field cannot be filtered',
}

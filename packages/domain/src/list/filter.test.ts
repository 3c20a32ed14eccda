import { describe, expect, it } from 'vitest'
import { code, decimal, type Field, fields, flag, money, number, numbered, text, texts, time } from './fields.ts'
import { type Condition, filterLimits, parseFilter } from './filter.ts'

const anyOf = (...values: (number | string)[]): Condition => ({ test: 'anyOf', values })
const between = (from?: number, to?: number): Condition => ({ test: 'between', from, to })

describe('a filter', () => {
  it.each<[string, Field, string, Condition | undefined]>([
    ['text', text, '%_\\', { test: 'contains', text: '%_\\' }],
    ['text that is too long', text, 'x'.repeat(filterLimits.text + 1), undefined],
    ['a number', number, '7', anyOf(7)],
    ['a negative number', number, '-7', anyOf(-7)],
    ['several numbers', number, '1, 2,3', anyOf(1, 2, 3)],
    ['a range of numbers', number, '5..9', between(5, 9)],
    ['an open range', number, '5..', between(5)],
    ['a range open at the other end', number, '..-3', between(undefined, -3)],
    ['a range with no ends', number, '..', undefined],
    ['a range with a bad end', number, '1..x', undefined],
    ['an empty item', number, '1,,2', undefined],
    ['a fraction of a whole number', number, '1.5', undefined],
    ['a number larger than can be counted', number, '9'.repeat(16), undefined],
    ['no number', number, '1e3', undefined],
    ['a decimal', decimal, '-3.25', anyOf(-3.25)],
    ['an amount', money(), '12.5', anyOf(12.5)],
    ['a range of amounts', money(), '10..20.75', between(10, 20.75)],
    ['a time', time, '5,9', { test: 'during', from: 5, before: 9 }],
    ['a time turned round', time, '9,5', undefined],
    ['an empty time', time, '5,5', undefined],
    ['a word for a time', time, 'yesterday', undefined],
    ['a flag', flag, 'true', { test: 'is', value: true }],
    ['another flag', flag, 'false', { test: 'is', value: false }],
    ['a flag in words', flag, 'yes', undefined],
    ['a numeric code', code('bookingStatus'), '10,-30', anyOf(10, -30)],
    ['a word code', code('receiverType'), 'user', anyOf('user')],
    ['an unknown code', code('receiverType'), 'pilot', undefined],
    ['a code among others that is unknown', code('bookingStatus'), '10,11', undefined],
    ['words', texts, 'priceTooLow,priceMissing', anyOf('priceTooLow', 'priceMissing')],
    ['too many values', number, Array.from({ length: 201 }, () => '1').join(), undefined],
  ])('reads %s', (_, field, typed, condition) => expect(parseFilter(field, typed)).toEqual(condition))
})

describe('a field', () => {
  it('keeps its other properties when made nullable, unfiltered or unsorted', () => {
    const { kind, codes, isNullable, isFiltered, isSorted } = code('bookingStatus').nullable.notFiltered.notSorted
    expect({ kind, codes, isNullable, isFiltered, isSorted }).toEqual({
      kind: 'code',
      codes: 'bookingStatus',
      isNullable: true,
      isFiltered: false,
      isSorted: false,
    })
    expect(code('bookingStatus').isNullable).toBe(false)
  })

  it('can be numbered', () =>
    expect(Object.keys(numbered('break', 9, text))).toEqual(
      Array.from({ length: 9 }, (_, index) => `break${index + 1}`),
    ))

  it('must name a currency field that the list has', () =>
    expect(() => fields({ price: money('currency') })).toThrow('there is no field currency'))
})

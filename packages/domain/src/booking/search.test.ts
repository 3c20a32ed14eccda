import { describe, expect, it } from 'vitest'
import { isFoundBy, isWorthFinding, matchedPart, type SearchTerms, searchTerms, searchText } from './search.ts'

const booking = {
  id: 4711,
  passengerName: 'María Núñez-Soto',
  phoneNumberPassenger: '+34 612 345 678',
  bookingReference: 'EXP-2026/77',
  supplierTaxiDescription: '4821 KLM',
  idSupplierTaxi: 93,
}

it('indexes the searchable parts of a booking without signs and accents', () =>
  expect(searchText(booking)).toBe(' maria nunez soto 612345678 exp202677 4821klm 93'))

describe('a booking is found by', () => {
  it.each([
    ['its id', '4711'],
    ['its id with spaces around it', ' 4711 '],
    ['a name', 'maria'],
    ['the beginnings of names, in any order', 'sot mar'],
    ['a name with its accents', 'Núñez'],
    ['its telephone number', '612345678'],
    ['its telephone number with spaces', '612 34 56 78'],
    ['its telephone number with the country code', '+34 612-345-678'],
    ['the beginning of its telephone number', '+34 612 3'],
    ['the end of its telephone number', '345678'],
    ['its reference', 'exp-2026/77'],
    ['part of its reference', '2026/77'],
    ['its plate', '4821-KLM'],
    ['its plate without signs', '4821klm'],
    ['the letters of its plate', 'klm'],
  ])('%s', (_, typed) => {
    const terms = searchTerms(typed)
    expect(terms && isFoundBy(terms, booking)).toBe(true)
  })
})

describe('a booking is not found by', () => {
  it.each([
    ['another id', '471'],
    ['the end of a name', 'aria nunez x'],
    ['one matching name of two', 'maria perez'],
    ['another telephone number', '+34 611'],
    ['signs', '%%%'],
    ['two letters', 'ma'],
    ['nothing', '  '],
  ])('%s', (_, typed) => {
    const terms = searchTerms(typed)
    expect(!!terms && isFoundBy(terms, booking)).toBe(false)
  })
})

it.each([
  ['612 34', '+34 612 345 678'],
  ['exp-2026', 'EXP-2026/77'],
  ['821klm', '4821 KLM · 93'],
  ['maria', undefined],
  ['4711', undefined],
])('a search for %j matches %j', (typed, part) => {
  const shown = { ...booking, plate: '4821 KLM · 93' }
  expect(matchedPart(searchTerms(typed) as SearchTerms, shown)).toBe(part)
})

it.each([
  ['7', true],
  ['ab', false],
  ['ab1', true],
  ['%_%', false],
  ['', false],
])('%j is worth searching for: %s', (typed, isWorth) => expect(isWorthFinding(typed)).toBe(isWorth))

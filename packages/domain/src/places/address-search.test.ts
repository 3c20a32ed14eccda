import { expect, it } from 'vitest'
import { addressLength, addressLookup, isWorthSearching, shownAddress, shownSuggestion } from './address-search.ts'

it.each([
  ['B-033 asks nobody for nothing', '', undefined],
  ['B-033 asks nobody for two characters', 'al', undefined],
  ['B-033 does not count spaces around the text', ' al ', undefined],
  ['B-034 asks the geocoder from 3 characters', 'alc', 'geocoder'],
  ['B-034 asks the geocoder up to 8 characters', 'alcala 1', 'geocoder'],
  ['B-035 searches places by text above 8 characters', 'alcala 12', 'textSearch'],
])('%s', (_, typed, way) => expect(addressLookup(typed)).toBe(way))

it.each([
  ['so', false],
  ['sol', true],
  ['  so  ', false],
])('B-036 starts to search places once there are more than 2 characters: %j', (typed, isWorth) =>
  expect(isWorthSearching(typed)).toBe(isWorth),
)

it.each([
  ['B-037 leaves a suggestion of 69 characters whole', 'x'.repeat(69), 'x'.repeat(69)],
  ['B-037 cuts the 70th character and adds an ellipsis', 'x'.repeat(70), `${'x'.repeat(69)}…`],
  ['never cuts a letter of two code units in half', `${'x'.repeat(68)}🚕🚕`, `${'x'.repeat(68)}🚕…`],
])('%s', (_, text, shown) => expect(shownSuggestion(text)).toBe(shown))

it.each([
  [399, 50],
  [400, 75],
  [1_599, 75],
  [1_600, 100],
])('B-038 shows in a window %d px wide at most %d characters of an address', (width, length) => {
  expect(addressLength(width)).toBe(length)
  expect(shownAddress('x'.repeat(length), width)).toBe('x'.repeat(length))
  expect(shownAddress('x'.repeat(length + 1), width)).toBe(`${'x'.repeat(length)}…`)
})

import { expect, it } from 'vitest'
import { addressLength, addressLookup, isWorthSearching, shownAddress, shownSuggestion } from './address-search.ts'

it.each([
  ['looks up nothing for an empty text (B-033)', '', undefined],
  ['looks up nothing for two characters (B-033)', 'al', undefined],
  ['does not count spaces around the text (B-033)', ' al ', undefined],
  ['asks the geocoder from 3 characters (B-034)', 'alc', 'geocoder'],
  ['asks the geocoder up to 8 characters (B-034)', 'alcala 1', 'geocoder'],
  ['searches places by text above 8 characters', 'alcala 12', 'textSearch'],
])('%s', (_, typed, way) => expect(addressLookup(typed)).toBe(way))

it.each([
  ['so', false],
  ['sol', true],
  ['  so  ', false],
])('searches places once more than 2 characters are typed: %j (B-036)', (typed, isWorth) =>
  expect(isWorthSearching(typed)).toBe(isWorth),
)

it.each([
  ['shows a suggestion of 69 characters in full (B-037)', 'x'.repeat(69), 'x'.repeat(69)],
  ['cuts at the 70th character and adds an ellipsis (B-037)', 'x'.repeat(70), `${'x'.repeat(69)}…`],
  ['never splits a character of two code units', `${'x'.repeat(68)}🚕🚕`, `${'x'.repeat(68)}🚕…`],
])('%s', (_, text, shown) => expect(shownSuggestion(text)).toBe(shown))

it.each([
  [399, 50],
  [400, 75],
  [1_599, 75],
  [1_600, 100],
])('in a window %d px wide shows at most %d characters of an address', (width, length) => {
  expect(addressLength(width)).toBe(length)
  expect(shownAddress('x'.repeat(length), width)).toBe('x'.repeat(length))
  expect(shownAddress('x'.repeat(length + 1), width)).toBe(`${'x'.repeat(length)}…`)
})

import { expect, it } from 'vitest'
import { mergeSuggestions, nearnessOf, plainText } from './suggestions.ts'

const poi = (addressField: string) => ({ addressField, isPoi: true })
const street = (addressField: string) => ({ addressField, isPoi: false })

it.each([
  [
    'merges the results for origin and destination, points of interest first',
    [
      [street('Calle Mayor, 1'), poi('Hotel Ejemplo')],
      [street('Calle Menor, 2'), poi('Museo')],
    ],
    [poi('Hotel Ejemplo'), poi('Museo'), street('Calle Mayor, 1'), street('Calle Menor, 2')],
  ],
  [
    'suggests an address once, however it is spelled',
    [[street('Calle de Alcalá, 5')], [street('calle de alcala 5')]],
    [street('Calle de Alcalá, 5')],
  ],
  ['prefers the point of interest at an address', [[street('Prado')], [poi('Prado')]], [poi('Prado')]],
  ['accepts no lists', [], []],
])('%s', (_, lists, merged) => expect(mergeSuggestions(...lists)).toEqual(merged))

it.each([
  ['Estación  de Ñuñez-Alcalá, 3', 'estacion de nunez alcala 3'],
  ['  ¡…!  ', ''],
])('compares %j as %j', (text, plain) => expect(plainText(text)).toBe(plain))

it.each([
  [0, 'at'],
  [60, 'at'],
  [61, 'near'],
  [5_000, 'near'],
  [5_001, 'far'],
])('a place %d m away is %s', (metres, nearness) => expect(nearnessOf(metres)).toBe(nearness))

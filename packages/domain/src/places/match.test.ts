import { expect, it } from 'vitest'
import { isTypedPlace, nearFirst, withoutFarHouses, withoutFarStreets } from './match.ts'

const place = (addressField: string, name = '') => ({ addressField, name })
const ventas = place(
  'Plaza de Toros de Las Ventas, Calle de Alcalá, 237, Madrid',
  'Plaza de Toros de Las Ventas (Madrid)',
)

it.each([
  ['the same street and number', 'calle de alcala 100', place('Calle de Alcalá, 100, Madrid'), true],
  ['the street in short', 'c/ alcala 100', place('Calle de Alcalá, 100, Madrid'), true],
  ['the town after it', 'alcala 100, madrid', place('Calle de Alcalá, 100, Madrid'), true],
  ['the way Nominatim writes it', 'alcala 100', place('100, Calle de Alcalá, Madrid, 28009, España'), true],
  ['a number that nobody typed, the way Nominatim writes it', 'alcala', place('100, Calle de Alcalá, Madrid'), false],
  ['a saved address by its alias', 'oficina', place('Oficina', 'Calle Mayor, 1'), true],
  ['a saved address by its street', 'calle mayor 1', place('Oficina', 'Calle Mayor, 1'), true],
  ['another number', 'calle de alcala 100', place('Calle de Alcalá, 237, Madrid'), false],
  ['a number that only begins like it', 'alcala 10', place('Calle de Alcalá, 100, Madrid'), false],
  ['another street', 'calle de goya 12', place('Calle de Alcalá, 12, Madrid'), false],
  ['another town', 'goya 12 madrid', place('Calle Goya, 12, Sevilla'), false],
  ['a number that nobody typed', 'calle de alcala', place('Calle de Alcalá, 237, Madrid'), false],
  ['somebody in that street', 'calle de alcala', ventas, false],
  ['a place by its name', 'las ventas', ventas, true],
  ['a past place by its name', 'ventas', place(ventas.addressField), true],
  ['a place without a number', 'puerta del sol', place('Puerta del Sol, Madrid'), true],
  ['the beginning of a word', 'aerop', place('Aeropuerto de Sevilla, Autopista de San Pablo, s/n'), true],
  ['a slip of the finger', 'puetra del sol', place('Puerta del Sol, Madrid'), false],
  ['a corner', 'ancha con san jose', place('Calle Ancha esquina Calle San José, Cádiz'), true],
  ['a corner in short', 'c/ Ancha / C/ San José', place('Calle Ancha esquina Calle San José, Cádiz'), true],
  ['another corner', 'ancha esquina sagasta', place('Calle Ancha esquina Calle San José, Cádiz'), false],
  ['a number alone', '12', place('Calle Mayor, 12, Madrid'), false],
])('decides whether a suggestion is what was typed: %s', (_, typed, suggestion, isMeant) =>
  expect(isTypedPlace(typed, suggestion)).toBe(isMeant),
)

it.each([
  ['goya 12', ['Calle de Goya, 12, Madrid']],
  ['goya 12 sevilla', ['Calle de Goya, 12, Madrid', 'Calle Goya, 12, Sevilla']],
  ['goya', ['Calle de Goya, 12, Madrid', 'Calle Goya, 12, Sevilla']],
])('puts the nearest town first, and for a house number offers other towns only if named: %j', (typed, offered) => {
  const at = (addressField: string, distanceMeters: number) => ({
    ...place(addressField),
    distanceMeters,
    isPoi: false,
    source: 'address' as const,
  })
  const found = [at('Calle Goya, 12, Sevilla', 390_000), at('Calle de Goya, 12, Madrid', 2_000)]
  expect(nearFirst(withoutFarHouses(typed, found)).map(({ addressField }) => addressField)).toEqual(offered)
})

it.each([
  ['offers no street of another town', 'calle real', ['Calle Real, Madrid']],
  ['does not take the street’s name for a town that ends like it', 'calle real 4', ['Calle Real, Madrid']],
  ['offers it if the town is named', 'calle real, ciudad real', ['Calle Real, Ciudad Real', 'Calle Real, Madrid']],
])('%s: %s', (_, typed, offered) => {
  const street = (addressField: string, distanceMeters: number) => ({
    ...place(addressField),
    distanceMeters,
    isPoi: false,
    source: 'street' as const,
  })
  const found = [street('Calle Real, Ciudad Real', 160_000), street('Calle Real, Madrid', 2_000)]
  expect(withoutFarStreets(typed, found).map(({ addressField }) => addressField)).toEqual(offered)
})

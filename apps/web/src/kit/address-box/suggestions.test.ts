import { expect, it } from 'vitest'
import { textOf } from './suggestions.ts'

it.each([
  ['an address that begins with the name', 'poi', 'Prado', 'Museo del Prado, Madrid', 'Museo del Prado, Madrid'],
  ['a name that ends in the town', 'poi', 'Hospital Uno (Madrid)', 'Hospital Uno, Calle 1', 'Hospital Uno, Calle 1'],
  ['a name of its own', 'poi', 'Hotel Ejemplo', 'Calle Mayor, 1', 'Hotel Ejemplo, Calle Mayor, 1'],
  ['a saved address by its alias', 'address', 'Calle Mayor, 1', 'Oficina', 'Oficina, Calle Mayor, 1'],
  ['no name', 'place', '', 'Calle Mayor, 1', 'Calle Mayor, 1'],
] as const)('writes %s', (_, source, name, addressField, text) =>
  expect(textOf({ source, name, addressField })).toBe(text),
)

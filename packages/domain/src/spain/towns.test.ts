import { describe, expect, it } from 'vitest'
import { townIn } from './towns.ts'

describe('the town that an address ends in', () => {
  it.each([
    ['Calle de Alcalá 100, Madrid', '28', '28079'],
    ['Calle de Alcalá 100, 28009 Madrid, España', '', '28079'],
    ['Madrid', '', '28079'],
    ['Carrer de Colom 1, València', '', '46250'],
    ['Avenida de Elche 2, Alicante', '', '03014'],
    ['Calle Real 3, MALAGA', '29', '29067'],
    ['Calle Mayor 1, Mieres', '33', '33037'],
    ['Calle Mayor 1, Mieres', '17', '17105'],
  ])('of %s, expected in province %s, is %s', (address, expected, codes) => {
    const town = townIn(address, expected)
    expect(town && town.province + town.municipality).toBe(codes)
  })

  it.each([
    ['a name that several provinces have', 'Calle Mayor 1, Mieres', '28'],
    ['no town at all', 'Terminal 4, Salidas', '28'],
    ['nothing', '', '28'],
  ])('is not guessed: %s', (_, address, expected) => expect(townIn(address, expected)).toBeUndefined())

  it('is not the street, even if it is named after a town', () =>
    expect(townIn('Segovia, Terminal 4', '40')).toBeUndefined())
})

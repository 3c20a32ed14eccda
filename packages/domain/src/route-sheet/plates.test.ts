import { describe, expect, it } from 'vitest'
import { platesIn } from './plates.ts'

describe('the plates in a fleet’s description of a taxi', () => {
  it.each([
    ['with a space', 'Dacia Lodgy blanco 1234 BCD', '1234BCD'],
    ['in one word', 'Taxi 1234BCD, Toyota', '1234BCD'],
    ['with hyphens', 'Seat (M-1234-AB)', 'M1234AB'],
    ['in three words', 'Seat m 1234 ab', 'M1234AB'],
  ])('are found %s', (_, description, plate) => expect(platesIn(description)).toContain(plate))

  it('are none if there is no number', () => expect(platesIn('Toyota Prius blanco')).toEqual([]))
  it('stay few however long the text is', () => expect(platesIn('A1B2 '.repeat(1_000)).length).toBeLessThan(121))
})

import { describe, expect, it } from 'vitest'
import { plateProblem, squeezedPlate, writtenPlate } from './plate.ts'

describe('A number plate', () => {
  it.each(['1234 BCD', '1234bcd', '1234-BCD', 'M-1234-AB', 'M 1234 Z', 'SE-1234-DV', 'GC-0001-A', 'B-999999'])(
    'is accepted in every form ever issued: %s',
    (text) => expect(plateProblem(text)).toBeUndefined(),
  )

  it.each(['', '1234', '1234 ABC', '1234 BQD', '12345 BCD', 'XX-1234-AB', 'M-1234-ABC', 'BCD 1234'])(
    'is refused in any other form: %s',
    (text) => expect(plateProblem(text)).toBe('problems.plateForm'),
  )

  it('is compared by its letters and digits', () => expect(squeezedPlate(' m-1234·ab ')).toBe('M1234AB'))

  it.each([
    ['1234bcd', '1234 BCD'],
    ['M1234AB', 'M-1234-AB'],
    ['GC999999', 'GC-999999'],
    ['TAXI12B', 'TAXI12B'],
  ])('is formatted for people to read: %s', (given, written) => expect(writtenPlate(given)).toBe(written))
})

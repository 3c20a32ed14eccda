import { describe, expect, it } from 'vitest'
import { addToPath, headingFrom, type PathPoint, pathMetres, thinned } from './trajectory.ts'

const at = (step: number): PathPoint => [40 + step / 1_000, -3.7, step]
const path = (length: number) => Array.from({ length }, (_, step) => at(step))

describe('the path of a taxi', () => {
  it('grows with where it has been', () => expect(addToPath([at(1)], at(2))).toEqual([at(1), at(2)]))

  it.each([
    ['it stands', [40.001, -3.7, 9]],
    ['it hardly moved', [40.00101, -3.7, 9]],
    ['a report comes late', [41, -3.7, 0]],
  ])('does not grow when %s', (_, point) => expect(addToPath([at(1)], point as PathPoint)).toEqual([at(1)]))

  it('is thinned before it grows too long, keeping its first and last points', () => {
    const long = path(1_200).reduce<PathPoint[]>((kept, point) => addToPath(kept, point), [])
    expect(long.length).toBeLessThanOrEqual(500)
    expect(long.length).toBeGreaterThan(200)
    expect([long[0], long.at(-1)]).toEqual([at(0), at(1_199)])
  })

  it('is sorted and thinned the same way when it arrives whole', () => {
    const whole = thinned(path(1_999).reverse())
    expect(whole.length).toBeLessThanOrEqual(500)
    expect([whole[0], whole.at(-1)]).toEqual([at(0), at(1_998)])
  })
})

it('a path is as long as its parts', () => {
  const north = [0, 1, 2].map((step) => ({ lat: 40 + step / 100, lon: -3.7 }))
  expect(pathMetres([])).toBe(0)
  expect(pathMetres(north)).toBeCloseTo(2_224, -1)
})

describe('the heading of a taxi', () => {
  const place = { lat: 40, lon: -3 }
  it.each([
    ['north', [{ lat: 39.99, lon: -3 }], 0],
    ['east', [{ lat: 40, lon: -3.01 }], 90],
    ['south-west', [{ lat: 40.001, lon: -3 + 0.001 / Math.cos((40 * Math.PI) / 180) }], 225],
    [
      'west, past a place that it has hardly left',
      [
        { lat: 40.00003, lon: -3 },
        { lat: 40, lon: -2.99 },
      ],
      270,
    ],
  ])('is %s', (_, before, heading) => expect(headingFrom(place, before)).toBe(heading))

  it('is unknown while it stands where it was first seen', () =>
    expect([headingFrom(place, []), headingFrom(place, [place])]).toEqual([undefined, undefined]))
})

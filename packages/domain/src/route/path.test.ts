import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Point } from '../places/geo.ts'
import { encodeNumbers, encodePath } from '../places/polyline.ts'
import { atOnce, measurePath, mostPathPoints, pathPointCount, readPath, readTimes } from './path.ts'

/** A drive north from Madrid, where a hundred-thousandth of a degree is 1.11 m. */
const drive = (count: number, stepMetres = 14): Point[] =>
  Array.from({ length: count }, (_, at) => ({ lat: 40.4 + (at * stepMetres) / 111_195, lon: -3.7 }))

const read = (text: string) => atOnce(readPath(text))

describe('a path', () => {
  it('is read as it was written', () => {
    const degrees = (most: number) => fc.integer({ min: -most * 1e5, max: most * 1e5 }).map((value) => value / 1e5)
    const path = fc.array(fc.record({ lat: degrees(90), lon: degrees(180) }), { minLength: 1 })
    fc.assert(
      fc.property(path, (points) => {
        expect(encodePath(read(encodePath(points)) as Point[])).toBe(encodePath(points))
      }),
    )
  })

  it.each([
    ['nothing', '', 'notDecoded'],
    ['signs of no path', 'not a path!', 'notDecoded'],
    ['letters beyond the code', 'ñandú', 'notDecoded'],
    ['half a point', encodePath(drive(1)).slice(0, 5), 'notDecoded'],
    ['a number that is cut off', `${encodePath(drive(2))}_`, 'notDecoded'],
    ['an endless number', `${'~'.repeat(40)}??`, 'notDecoded'],
    ['a point beyond the pole', encodePath([{ lat: 90.1, lon: 0 }]), 'offGlobe'],
    ['a point beyond the date line', encodePath([...drive(1), { lat: 0, lon: -180.00001 }]), 'offGlobe'],
  ])('is refused: %s', (_, text, problem) => expect(read(text)).toBe(problem))

  it('never breaks the reader, whatever its text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const found = read(text)
        expect(typeof found === 'string' || found.length > 0).toBe(true)
      }),
    )
  })

  it('of 200,000 points is read in many short pieces', () => {
    const text = encodePath(drive(mostPathPoints, 2))
    expect(pathPointCount(text)).toBe(mostPathPoints)
    const reading = readPath(text)
    let pieces = 0
    for (let step = reading.next(); ; step = reading.next()) {
      if (step.done) {
        expect(step.value).toHaveLength(mostPathPoints)
        break
      }
      pieces++
    }
    expect(pieces).toBe(20)
  })
})

describe('the times of a path', () => {
  it('are seconds after the start, each written as the difference from the one before', () => {
    expect(readTimes(encodeNumbers([0, 5, 5, 65]), 4)).toEqual([0, 5, 5, 65])
  })

  it.each([
    ['too few', encodeNumbers([0, 5]), 3],
    ['too many', encodeNumbers([0, 5, 6, 7]), 3],
    ['going back', encodeNumbers([0, 5, 4]), 3],
    ['cut off', `${encodeNumbers([0, 5, 6])}_`, 3],
    ['in another encoding', '0 5 6', 3],
  ])('are invalid: %s', (_, text, count) => expect(readTimes(text, count)).toBeUndefined())
})

describe('the distance of a path', () => {
  const measured = (points: Point[], times?: number[], seconds = points.length) =>
    atOnce(measurePath({ points, times, seconds }))

  it('is measured along its points', () => {
    const { metres, fault } = measured(drive(101, 10))
    expect([metres, fault]).toEqual([1_000, undefined])
  })

  const gap = (metres: number) => [
    ...drive(10),
    ...drive(10).map(({ lat, lon }) => ({ lat: lat + metres / 111_195, lon })),
  ]

  it.each([
    ['a car that stood', drive(20, 0.5), undefined, 600, 'notMoved'],
    ['a gap of 6 km', gap(6_000), undefined, 600, 'jump'],
    ['a gap of 4 km', gap(4_000), undefined, 600, undefined],
    ['a gap of 4 km within a second', gap(4_000), Array.from({ length: 20 }, (_, at) => at), 600, 'jump'],
    ['a tunnel of 4 km', gap(4_000), Array.from({ length: 20 }, (_, at) => at + (at < 10 ? 0 : 180)), 600, undefined],
    ['200 km/h on average', drive(1_000, 55.6), undefined, 1_000, 'tooFast'],
    ['120 km/h on average', drive(1_000, 33.3), undefined, 1_000, undefined],
    ['no time at all', drive(100), undefined, 0, 'tooFast'],
    ['1,600 km', drive(801, 2_000), undefined, 60_000, 'tooLong'],
  ])('is checked for %s', (_, points, times, seconds, fault) =>
    expect(measured(points, times, seconds).fault).toBe(fault),
  )
})

import { expect, it } from 'vitest'
import { straightLineMetres } from './geo.ts'
import { middleOf, nearestOnLine, simplified } from './line.ts'

const at = (lat: number, lon: number) => ({ lat, lon })

it.each([
  ['beside it', at(40.001, -3.5), at(40, -3.5)],
  ['before its beginning', at(40.001, -4.5), at(40, -4)],
  ['behind its end', at(40.001, -2.5), at(40, -3)],
])('finds the point of a line nearest to one %s', (_, point, foot) => {
  const { at: found, metres } = nearestOnLine(point, at(40, -4), at(40, -3))
  expect(found.lat).toBeCloseTo(foot.lat, 6)
  expect(found.lon).toBeCloseTo(foot.lon, 6)
  expect(metres / straightLineMetres(point, foot)).toBeCloseTo(1, 2)
})

it('measures the distance to a line of a single point', () =>
  expect(nearestOnLine(at(40.001, -4), at(40, -4), at(40, -4)).metres).toBeCloseTo(111.2, 1))

it('drops the points that hardly change a path', () => {
  const bend = [at(40, -4), at(40.00001, -3.9995), at(40, -3.999), at(40.001, -3.999)]
  expect(simplified(bend, 4)).toEqual([bend[0], bend[2], bend[3]])
  expect(simplified(bend.slice(0, 2), 4)).toEqual(bend.slice(0, 2))
  expect(simplified([], 4)).toEqual([])
})

it.each([
  ['a straight path', [at(40, -4), at(40.002, -4)], at(40.001, -4)],
  ['a path whose points are not even', [at(40, -4), at(40.0002, -4), at(40.002, -4)], at(40.001, -4)],
  ['a path that stays where it is', [at(40, -4), at(40, -4)], at(40, -4)],
])('finds the middle of %s', (_, path, middle) => {
  expect(middleOf(path)?.lat).toBeCloseTo(middle.lat, 6)
  expect(middleOf(path)?.lon).toBeCloseTo(middle.lon, 6)
})

it('finds no middle of an empty path', () => expect(middleOf([])).toBeUndefined())

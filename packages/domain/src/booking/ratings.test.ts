import { expect, it } from 'vitest'
import { improvements, improvementsToChoose, ratingProblem } from './ratings.ts'

it.each([
  [1, [], undefined],
  [5, ['price', 'other', 'others'], undefined],
  [0, [], 'problems.scoreInvalid'],
  [6, [], 'problems.scoreInvalid'],
  [4.5, [], 'problems.scoreInvalid'],
  [Number.NaN, [], 'problems.scoreInvalid'],
  [3, ['carStatus', 'weather'], 'problems.improvementUnknown'],
  [3, null, undefined],
])('a score of %s with %j gives %s', (score, toImprove, problem) =>
  expect(ratingProblem({ score, toImprove })).toBe(problem),
)

it('offers the six categories and the price, and accepts all eight', () => {
  expect(improvementsToChoose.toSorted()).toEqual([
    'carStatus',
    'driverStatus',
    'others',
    'price',
    'routeStatus',
    'serviceStatus',
    'timeStart',
  ])
  expect(improvements).toHaveLength(8)
})

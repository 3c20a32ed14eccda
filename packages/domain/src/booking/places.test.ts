import { expect, it } from 'vitest'
import { destinationProblem, originProblem } from './places.ts'

const place = { addressField: 'Calle Inventada 1', lat: 40.4, lon: -3.7 }
const origin = 'problems.originNotComplete'
const destination = 'problems.destinationNotComplete'

it.each([
  ['P-130 accepts a whole origin', place, undefined],
  ['P-130 refuses an origin without text', { ...place, addressField: '' }, origin],
  ['P-130 refuses an origin of spaces', { ...place, addressField: '  ' }, origin],
  ['P-130 refuses coordinates of zero', { ...place, lat: 0, lon: 0 }, origin],
  ['P-130 refuses one coordinate of zero', { ...place, lon: 0 }, origin],
  ['P-130 refuses a missing coordinate', { ...place, lat: null }, origin],
  ['P-130 refuses no origin at all', undefined, origin],
])('%s', (_, given, problem) => expect(originProblem({ origin: given })).toBe(problem))

it.each([
  ['P-131 accepts a whole destination', true, place, undefined],
  ['P-131 refuses none when it is mandatory', true, undefined, destination],
  ['P-131 refuses an empty one when it is mandatory', true, { addressField: '', lat: 0, lon: 0 }, destination],
  ['P-131 refuses a text without coordinates', false, { addressField: 'Calle' }, destination],
  ['P-131 refuses a text with coordinates of zero', null, { addressField: 'Calle', lat: 0, lon: 0 }, destination],
  ['P-131 accepts none', false, undefined, undefined],
  ['P-131 accepts an empty one', undefined, { addressField: ' ', lat: 0, lon: 0 }, undefined],
])('%s', (_, mandatoryDestination, given, problem) =>
  expect(destinationProblem({ destination: given, mandatoryDestination })).toBe(problem),
)

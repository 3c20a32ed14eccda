import { expect, it } from 'vitest'
import { destinationProblem, originProblem } from './places.ts'

const place = { addressField: 'Calle Inventada 1', lat: 40.4, lon: -3.7 }
const origin = 'problems.originNotComplete'
const destination = 'problems.destinationNotComplete'

it.each([
  ['accepts a complete origin (P-130)', place, undefined],
  ['refuses an origin without text (P-130)', { ...place, addressField: '' }, origin],
  ['refuses a blank origin (P-130)', { ...place, addressField: '  ' }, origin],
  ['refuses coordinates of zero (P-130)', { ...place, lat: 0, lon: 0 }, origin],
  ['refuses one coordinate of zero (P-130)', { ...place, lon: 0 }, origin],
  ['refuses a missing coordinate (P-130)', { ...place, lat: null }, origin],
  ['refuses a missing origin (P-130)', undefined, origin],
])('%s', (_, given, problem) => expect(originProblem({ origin: given })).toBe(problem))

it.each([
  ['accepts a complete destination (P-131)', true, place, undefined],
  ['refuses a missing destination when it is mandatory (P-131)', true, undefined, destination],
  [
    'refuses an empty destination when it is mandatory (P-131)',
    true,
    { addressField: '', lat: 0, lon: 0 },
    destination,
  ],
  ['refuses a destination text without coordinates (P-131)', false, { addressField: 'Calle' }, destination],
  [
    'refuses a destination text with zero coordinates (P-131)',
    null,
    { addressField: 'Calle', lat: 0, lon: 0 },
    destination,
  ],
  ['accepts a missing optional destination (P-131)', false, undefined, undefined],
  ['accepts an empty optional destination (P-131)', undefined, { addressField: ' ', lat: 0, lon: 0 }, undefined],
])('%s', (_, mandatoryDestination, given, problem) =>
  expect(destinationProblem({ destination: given, mandatoryDestination })).toBe(problem),
)

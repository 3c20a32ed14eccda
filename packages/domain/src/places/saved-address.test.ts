import { expect, it } from 'vitest'
import { savedAddressProblems } from './saved-address.ts'

const office = { addressField: 'Office', lat: 40.4, lon: -3.7 }

it.each([
  ['accepts an alias at a place', {}, {}],
  ['requires an alias', { addressField: ' ' }, { alias: 'problems.aliasRequired' }],
  ['requires a place', { lat: null, lon: null }, { place: 'problems.placeRequired' }],
  ['treats a coordinate of zero as never set', { lat: 0 }, { place: 'problems.placeRequired' }],
  [
    'requires both',
    { addressField: '', lat: null },
    { alias: 'problems.aliasRequired', place: 'problems.placeRequired' },
  ],
])('%s', (_, change, problems) => expect(savedAddressProblems({ ...office, ...change })).toEqual(problems))

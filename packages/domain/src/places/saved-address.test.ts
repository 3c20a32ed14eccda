import { expect, it } from 'vitest'
import { savedAddressProblems } from './saved-address.ts'

const office = { addressField: 'Office', lat: 40.4, lon: -3.7 }

it.each([
  ['takes an alias at a place', {}, {}],
  ['misses an alias', { addressField: ' ' }, { alias: 'problems.aliasRequired' }],
  ['misses a place', { lat: null, lon: null }, { place: 'problems.placeRequired' }],
  ['takes a coordinate of zero for one never set', { lat: 0 }, { place: 'problems.placeRequired' }],
  [
    'misses both',
    { addressField: '', lat: null },
    { alias: 'problems.aliasRequired', place: 'problems.placeRequired' },
  ],
])('%s', (_, change, problems) => expect(savedAddressProblems({ ...office, ...change })).toEqual(problems))

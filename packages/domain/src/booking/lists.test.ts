import { describe, expect, it } from 'vitest'
import { readStops, readTaxiFeatures } from './lists.ts'

describe('comma-separated lists', () => {
  it.each([
    ['nothing', '', []],
    ['null', null, []],
    ['one stop', '40.4,-3.7', [{ lat: 40.4, lon: -3.7 }]],
    [
      'two stops',
      '40.4,-3.7, 41,2',
      [
        { lat: 40.4, lon: -3.7 },
        { lat: 41, lon: 2 },
      ],
    ],
    ['half a stop', '40.4', undefined],
    ['words', 'Sol,Atocha', undefined],
    ['no place on earth', '91,0', undefined],
    ['a gap', '40.4,,1,2', undefined],
  ])('reads stops from %s (B-008)', (_, text, stops) => expect(readStops(text)).toEqual(stops))

  it.each([
    ['nothing', undefined, []],
    ['several', '1,20, 101', [1, 20, 101]],
    ['words', 'wheelchair', undefined],
    ['a fraction', '1.5', undefined],
    ['zero', '0', undefined],
  ])('reads features from %s (B-008)', (_, text, features) => expect(readTaxiFeatures(text)).toEqual(features))
})

import { describe, expect, it } from 'vitest'
import { roadOf, type TaggedWay } from './road.ts'
import { decodeRoads, encodeRoads, packRoads, readBounds } from './road-file.ts'

const way: TaggedWay = { id: 1, highway: 'residential', path: [[-6, 36], [-6.001, 36.001]] } // biome-ignore format: a path

describe('an OpenStreetMap way', () => {
  it.each<[string, Partial<TaggedWay>, object | undefined]>([
    ['is driven both ways', {}, { isOneWay: false, kmh: 25, path: way.path }],
    ['is driven along its path if it is one-way', { oneway: 'yes' }, { isOneWay: true, path: way.path }],
    [
      'is reversed if it is one-way against its path',
      { oneway: '-1' },
      { isOneWay: true, path: way.path.toReversed() },
    ],
    ['is one-way if it is a roundabout', { junction: 'roundabout' }, { isOneWay: true }],
    ['is one-way if it is a motorway', { highway: 'motorway' }, { isOneWay: true, kmh: 90 }],
    [
      'is driven both ways if it is a roundabout tagged so',
      { junction: 'roundabout', oneway: 'no' },
      { isOneWay: false },
    ],
    ['is a little slower than its limit', { maxspeed: '50' }, { kmh: 40 }],
    ['has the speed of its class if the limit is not a number', { maxspeed: 'ES:urban' }, { kmh: 25 }],
    ['is left out if it is a flight of steps', { highway: 'steps' }, undefined],
    ['is left out if it is a pedestrian street', { highway: 'pedestrian' }, undefined],
    ['is left out if it is private', { access: 'private' }, undefined],
    ['is left out while under construction', { highway: 'construction' }, undefined],
    ['is left out if it has only one point', { path: [[-6, 36]] }, undefined],
  ])('%s', (_, change, expected) => {
    const road = roadOf({ ...way, ...change })
    if (expected) expect(road).toMatchObject(expected)
    else expect(road).toBeUndefined()
  })
})

describe('a file of roads', () => {
  const roads = packRoads([
    { kmh: 25, isOneWay: false, path: way.path },
    { kmh: 96, isOneWay: true, path: [...way.path, [-5.5, 36.25]] },
  ])
  const file = encodeRoads(roads)

  it('is read back as it was written', () => expect(decodeRoads(file)).toEqual(roads))

  it('has its bounds in the first bytes', () =>
    expect(readBounds(file.subarray(0, 22))).toEqual({ south: 36, west: -6.001, north: 36.25, east: -5.5 }))

  it.each([
    ['empty', Buffer.alloc(0)],
    ['of another kind', Buffer.from('PMTiles and much more of it than a header')],
    ['cut off', file.subarray(0, -4)],
  ])('is refused when it is %s', (_, bytes) => expect(() => decodeRoads(bytes)).toThrow())
})

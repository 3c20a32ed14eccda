import { describe, expect, it } from 'vitest'
import { roadOf, type TaggedWay } from './road.ts'
import { decodeRoads, encodeRoads, packRoads, readBounds } from './road-file.ts'

const way: TaggedWay = { id: 1, highway: 'residential', path: [[-6, 36], [-6.001, 36.001]] } // biome-ignore format: a path

describe('a way', () => {
  it.each<[string, Partial<TaggedWay>, object | undefined]>([
    ['is driven both ways', {}, { isOneWay: false, kmh: 25, path: way.path }],
    ['is driven along a one-way street', { oneway: 'yes' }, { isOneWay: true, path: way.path }],
    [
      'is turned where it is one-way against its path',
      { oneway: '-1' },
      { isOneWay: true, path: way.path.toReversed() },
    ],
    ['is one-way as a roundabout', { junction: 'roundabout' }, { isOneWay: true }],
    ['is one-way as a motorway', { highway: 'motorway' }, { isOneWay: true, kmh: 90 }],
    ['goes both ways where a roundabout says so', { junction: 'roundabout', oneway: 'no' }, { isOneWay: false }],
    ['is a little slower than its limit', { maxspeed: '50' }, { kmh: 40 }],
    ['is as fast as its class where the limit is no number', { maxspeed: 'ES:urban' }, { kmh: 25 }],
    ['is left out as steps', { highway: 'steps' }, undefined],
    ['is left out as a pedestrian street', { highway: 'pedestrian' }, undefined],
    ['is left out on private ground', { access: 'private' }, undefined],
    ['is left out when it is not built yet', { highway: 'construction' }, undefined],
    ['is left out with one point', { path: [[-6, 36]] }, undefined],
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

  it('gives back what was written', () => expect(decodeRoads(file)).toEqual(roads))

  it('tells its bounds from its first bytes', () =>
    expect(readBounds(file.subarray(0, 22))).toEqual({ south: 36, west: -6.001, north: 36.25, east: -5.5 }))

  it.each([
    ['empty', Buffer.alloc(0)],
    ['of another kind', Buffer.from('PMTiles and much more of it than a header')],
    ['cut off', file.subarray(0, -4)],
  ])('is refused when it is %s', (_, bytes) => expect(() => decodeRoads(bytes)).toThrow())
})

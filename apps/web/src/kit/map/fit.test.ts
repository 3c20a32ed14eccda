import { describe, expect, it } from 'vitest'
import { anywhere, fitKey, followedKey, viewOf } from './fit.ts'
import type { MapPoint, PinKind } from './map-props.ts'

const point = (id: string, kind: PinKind, lat: number, lon: number): MapPoint => ({ id, kind, lat, lon, label: id })
const origin = point('a', 'origin', 40, -3)
const destination = point('b', 'destination', 41, -4)
const taxi = (lat: number) => point('t', 'taxi', lat, 0)

describe('the map view', () => {
  it.each([
    [
      'the centre of Madrid while there is nothing (B-237)',
      [],
      { kind: 'place', centre: { lat: 40.4169, lon: -3.7032 }, zoom: 12 },
    ],
    ['one point from zoom 18 (B-237)', [origin], { kind: 'place', centre: { lat: 40, lon: -3 }, zoom: 18 }],
    [
      'two points at one spot from zoom 18',
      [origin, { ...destination, lat: 40, lon: -3 }],
      { kind: 'place', centre: { lat: 40, lon: -3 }, zoom: 18 },
    ],
    ['all of several points', [origin, destination], { kind: 'area', bounds: [-4, 40, -3, 41] }],
    ['the ride, not the taxis', [origin, destination, taxi(45)], { kind: 'area', bounds: [-4, 40, -3, 41] }],
    ['a taxi alone', [taxi(45)], { kind: 'place', centre: { lat: 45, lon: 0 }, zoom: 18 }],
  ])('is %s', (_, points, view) => expect(viewOf(points)).toEqual(view))

  it('changes with an end of the ride but not when a taxi drives on', () => {
    expect(fitKey([origin, taxi(45)])).toBe(fitKey([origin, taxi(46)]))
    expect(fitKey([taxi(45)])).toBe(fitKey([taxi(46)]))
    expect(fitKey([origin])).not.toBe(fitKey([{ ...origin, lat: 40.1 }]))
  })
})

it('changes the view of a following map only when other points are followed', () => {
  const point = (id: string, lat: number, isFollowed = false) =>
    ({ id, kind: 'taxi', lat, lon: 0, label: '', isFollowed }) as const
  expect(followedKey([])).toBe('')
  expect(followedKey([point('a', 1), point('b', 2)])).toBe(anywhere)
  expect(followedKey([point('a', 1, true), point('b', 2)])).toBe(followedKey([point('a', 9, true)]))
  expect(followedKey([point('a', 1, true)])).not.toBe(followedKey([point('a', 1, true), point('b', 2, true)]))
})

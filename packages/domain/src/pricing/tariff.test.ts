import { describe, expect, it } from 'vitest'
import { isInRing } from '../places/area.ts'
import { isOnRoute, specialRatesAt, tariffFor } from './tariff.ts'
import { airport, atAirport, centre, holiday, inCentre, inSuburb, night, suburb, tariffWith } from './testing.ts'

const concepts = (tariff: Parameters<typeof specialRatesAt>[0], moment: string, zone = 'Europe/Madrid') =>
  specialRatesAt(tariff, Date.parse(moment), zone).map(({ concept }) => concept)

describe('special rates', () => {
  const nightly = tariffWith({ specialRates: [night()] })
  it.each([
    ['do not apply before ten in the evening', '2026-03-04T21:59:59+01:00', []],
    ['start at ten in the evening', '2026-03-04T22:00:00+01:00', ['night']],
    ['still apply after midnight', '2026-03-05T00:30:00+01:00', ['night']],
    ['end at six in the morning', '2026-03-05T06:00:00+01:00', []],
    ['apply to dates before 1970', '1960-01-01T23:00:00Z', ['night']],
  ])('%s', (_, moment, expected) => expect(concepts(nightly, moment)).toEqual(expected))

  it.each([
    ['do not apply yet in the Canaries, an hour behind Madrid', '2026-03-04T21:30:00Z', 'Atlantic/Canary', []],
    ['already apply in Madrid at the same moment', '2026-03-04T21:30:00Z', 'Europe/Madrid', ['night']],
    ['treat an unknown zone as Madrid’s', '2026-03-04T21:30:00Z', 'Mars/Olympus', ['night']],
  ])('%s', (_, moment, zone, expected) => expect(concepts(nightly, moment, zone)).toEqual(expected))

  it.each([
    // In March the clock jumps from 02:00 to 03:00, so six o'clock comes an hour earlier.
    ['the last minute of the short night in March', '2026-03-29T03:59:00Z', ['night']],
    ['the first minute after the short night', '2026-03-29T04:00:00Z', []],
    // In October 02:30 comes twice and is night both times.
    ['the first 02:30 in October', '2026-10-25T00:30:00Z', ['night']],
    ['the second 02:30 in October', '2026-10-25T01:30:00Z', ['night']],
    ['the last minute of the long night in October', '2026-10-25T04:59:00Z', ['night']],
    ['the first minute after the long night', '2026-10-25T05:00:00Z', []],
  ])('follow the local clock: %s', (_, moment, expected) => expect(concepts(nightly, moment)).toEqual(expected))

  const festive = tariffWith({ specialRates: [holiday()], holidays: ['2026-12-08'] })
  it.each([
    ['apply on a Saturday', '2026-03-07T12:00:00+01:00', ['holiday']],
    ['apply on a Sunday', '2026-03-08T12:00:00+01:00', ['holiday']],
    ['do not apply on a Monday', '2026-03-09T12:00:00+01:00', []],
    ['apply on a holiday in the week', '2026-12-08T12:00:00+01:00', ['holiday']],
    ['use the local calendar day', '2026-12-07T23:30:00Z', ['holiday']],
    ['end with the local day', '2026-12-08T23:30:00Z', []],
  ])('%s', (_, moment, expected) => expect(concepts(festive, moment)).toEqual(expected))
})

describe('the tariff of a pickup', () => {
  const general = tariffWith()
  const ofAirport = tariffWith({ area: airport })
  const newer = tariffWith({ validFrom: '2026-06-01' })
  const noon = Date.parse('2026-03-04T12:00:00+01:00')
  const summer = Date.parse('2026-07-01T12:00:00+02:00')
  const choose = (tariffs: Parameters<typeof tariffFor>[0], origin: typeof inCentre, moment = noon) =>
    tariffFor(tariffs, origin, moment, 'Europe/Madrid')

  it('is that of its area, before the general one', () => {
    expect(choose([general, ofAirport], atAirport)).toBe(ofAirport)
    expect(choose([general, ofAirport], inCentre)).toBe(general)
  })
  it('is the newest valid on the local day', () => {
    expect(choose([general, newer], inCentre)).toBe(general)
    expect(choose([general, newer], inCentre, summer)).toBe(newer)
    expect(choose([general, newer], inCentre, Date.parse('2026-05-31T22:30:00Z'))).toBe(newer)
  })
  it('is undefined if none is valid for its day and area', () => {
    expect(choose([newer], inCentre)).toBeUndefined()
    expect(choose([tariffWith({ validTo: '2026-03-04' })], inCentre)).toBeUndefined()
    expect(choose([ofAirport], inCentre)).toBeUndefined()
    expect(choose([], inCentre)).toBeUndefined()
  })
})

describe('routes', () => {
  it.each([
    ['lead from one area to the other', { to: airport, bothWays: false }, inCentre, atAirport, true],
    ['do not lead back unless they say so', { to: airport, bothWays: false }, atAirport, inCentre, false],
    ['lead back where they say so', { to: airport, bothWays: true }, atAirport, inCentre, true],
    ['do not lead elsewhere', { to: airport, bothWays: true }, inCentre, inSuburb, false],
    ['lead anywhere outside if no second area is given', { to: null, bothWays: false }, inCentre, inSuburb, true],
    ['do not lead from an area into itself', { to: null, bothWays: true }, inCentre, inCentre, false],
  ])('%s', (_, route, from, to, expected) =>
    expect(isOnRoute(from, to, { name: 'A', from: centre, price: 1, ...route })).toBe(expected),
  )
})

it('an area with an empty ring contains no point', () => {
  expect(isInRing(inCentre, [])).toBe(false)
  expect([isInRing(inSuburb, suburb.ring), isInRing(inCentre, suburb.ring)]).toEqual([true, false])
})

import { describe, expect, it } from 'vitest'
import { glideTo, headingAt, isGliding, placeAt, restingAt } from './glide.ts'

const start = { lat: 40, lon: -3 }
const east = { lat: 40, lon: -2.998 }

describe('a taxi between two reports', () => {
  const glide = glideTo(restingAt(start), east, 1_000, 6_000)

  it.each([
    ['where it was when the report comes', 1_000, -3],
    ['halfway after half the time', 4_000, -2.999],
    ['there in the end', 7_000, -2.998],
    ['no further', 60_000, -2.998],
  ])('is %s', (_, now, lon) => expect(placeAt(glide, now).lon).toBeCloseTo(lon, 9))

  it('glides until it arrives', () => {
    expect([1_000, 6_999, 7_000].map((now) => isGliding(glide, now))).toEqual([true, true, false])
  })

  it('continues from its displayed place when the next report comes early', () => {
    const next = glideTo(glide, start, 4_000, 3_000)
    expect(placeAt(next, 4_000)).toEqual(placeAt(glide, 4_000))
    expect(placeAt(next, 7_000)).toEqual(start)
  })

  it('does not jump when two reports arrive at once', () => {
    expect(isGliding(glideTo(restingAt(start), east, 1_000, 0), 1_100)).toBe(true)
  })

  it.each([
    ['after a long silence', east, 31_000],
    ['when it is far away', { lat: 40.1, lon: -3 }, 6_000],
  ])('jumps %s', (_, report, since) => {
    const jump = glideTo(restingAt(start), report, 1_000, since)
    expect([placeAt(jump, 1_000), isGliding(jump, 1_000)]).toEqual([report, false])
  })
})

describe('the direction of a taxi', () => {
  it('follows its movement', () => expect(headingAt(glideTo(restingAt(start, 0), east, 0, 6_000), 6_000)).toBe(90))

  it('stays the same while the taxi stands still', () =>
    expect(headingAt(glideTo(restingAt(start, 45), { ...start, lat: 40.00001 }, 0, 6_000), 6_000)).toBe(45))

  it('is the reported one until the taxi moves', () => {
    expect(headingAt(restingAt(start, 200), 0)).toBe(200)
    expect(headingAt(glideTo(restingAt(start), { ...start, heading: 200 }, 0, 6_000), 0)).toBe(200)
  })

  it('turns the shorter way, even past north', () => {
    const north = glideTo(restingAt(start, 350), { lat: 40.001, lon: -3 }, 0, 6_000)
    expect(headingAt(north, 750)).toBe(355)
    expect(headingAt(north, 6_000)).toBe(360)
  })

  it('is unknown if it was never reported', () => expect(headingAt(restingAt(start), 0)).toBeUndefined())
})

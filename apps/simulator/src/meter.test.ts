import { describe, expect, it } from 'vitest'
import { fareOf, priceMistakes, ratesOf, typedPrice } from './meter.ts'

const rates = { flagFall: 3, perKm: 1.2, perMinute: 0.1, minimum: 5 }
const noon = Date.UTC(2026, 5, 10, 10)
const ride = {
  from: { lat: 40.4169, lon: -3.7035 },
  to: { lat: 40.4469, lon: -3.7035 },
  start: noon,
  timeZone: 'Europe/Madrid',
  kmh: 24,
  detour: 1,
}

describe('the meter', () => {
  it('adds flag fall, kilometres and minutes', () => {
    const km = 3.336 * 1.6
    expect(fareOf(rates, ride)).toBeCloseTo(3 + 1.2 * km + 0.1 * ((km / 24) * 60), 1)
  })

  it.each([
    ['never shows less than the minimum', { to: ride.from }, 5],
    ['shows more for a detour', { detour: 1.5 }, undefined],
    ['shows more at night, in the time zone of the booking', { start: Date.UTC(2026, 5, 10, 20) }, undefined],
  ])('%s', (_, change, exactly) => {
    const fare = fareOf(rates, { ...ride, ...change })
    if (exactly === undefined) expect(fare).toBeGreaterThan(fareOf(rates, ride))
    else expect(fare).toBe(exactly)
  })

  it('has different rates in each fleet, always the same within one', () => {
    expect(ratesOf(29)).toEqual(ratesOf(29))
    expect(ratesOf(29)).not.toEqual(ratesOf(31))
  })
})

describe('the price that a driver types', () => {
  it('is that of the meter', () => expect(typedPrice(10, undefined)).toEqual({ price: 10 }))
  it.each(priceMistakes.map((mistake) => [mistake]))('is another with the mistake %s', (mistake) =>
    expect(typedPrice(10, mistake)).not.toEqual({ price: 10 }),
  )
})

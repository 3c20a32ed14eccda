import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { estimate, isFixedPrice, priceRange, priceToTell, tollOf } from './estimate.ts'
import { sumOf } from './money.ts'
import { distanceOf, durationRange, minutesOf } from './ride.ts'
import {
  airport,
  atAirport,
  centre,
  holiday,
  inCentre,
  inSuburb,
  night,
  rates,
  rideWith,
  suburb,
  tariffWith,
} from './testing.ts'

const ofLines = (block: ReturnType<typeof estimate>) =>
  Object.fromEntries(block.estimationLines.map(({ concept, amount }) => [concept, amount]))

const saturdayNight = Date.parse('2026-03-07T23:00:00+01:00')
const saturdayNoon = Date.parse('2026-03-07T12:00:00+01:00')

describe('an estimate', () => {
  it('consists of flag fall, distance and time, each with its quantity and unit price', () => {
    expect(estimate(tariffWith(), rideWith())).toEqual({
      estimationLines: [
        { concept: 'flagFall', quantity: 1, unitPrice: 2.5, amount: 2.5 },
        { concept: 'distance', quantity: 10, unitPrice: 1.2, amount: 12 },
        { concept: 'time', quantity: 20, unitPrice: 0.1, amount: 2 },
      ],
      tollLines: [],
      minimumLine: null,
      totalLine: { concept: 'total', quantity: 1, unitPrice: 16.5, amount: 16.5 },
      estimatedPrice: 16.5,
      realPrice: null,
    })
  })

  it.each([
    ['half a cent goes up', 12_375, 0.2, 2.48],
    ['less than half goes down', 12_374, 0.2, 2.47],
    ['what binary fractions would lose is kept', 1_005, 1, 1.01],
  ])('is rounded to the cent: %s', (_, distanceMetres, perKm, price) => {
    const tariff = tariffWith({ rates: rates({ flagFall: 0, perKm, minimum: 0 }) })
    expect(estimate(tariff, rideWith({ distanceMetres, minutes: 0 })).estimatedPrice).toBe(price)
  })

  it('is raised to the minimum with a separate line', () => {
    const block = estimate(tariffWith(), rideWith({ distanceMetres: 500, minutes: 2 }))
    expect(block.minimumLine).toEqual({ concept: 'minimum', quantity: 1, unitPrice: 1.7, amount: 1.7 })
    expect(block.estimatedPrice).toBe(5)
  })

  it('uses the night rates at night', () => {
    const block = estimate(tariffWith({ specialRates: [night()] }), rideWith({ start: saturdayNight }))
    expect(ofLines(block)).toEqual({ flagFall: 3, distance: 14, time: 2 })
  })

  it('adds the holiday percentage to the metered price', () => {
    const block = estimate(tariffWith({ specialRates: [holiday()] }), rideWith({ start: saturdayNoon }))
    expect(block.estimationLines.at(-1)).toEqual({ concept: 'holiday', quantity: 0.25, unitPrice: 16.5, amount: 4.13 })
  })

  it('uses the more expensive rates when night and holiday overlap', () => {
    const both = tariffWith({ specialRates: [night(), holiday()] })
    expect(estimate(both, rideWith({ start: saturdayNight })).estimatedPrice).toBe(20.63)
    const dearNight = tariffWith({ specialRates: [night({ perKm: 3 }), holiday()] })
    expect(estimate(dearNight, rideWith({ start: saturdayNight })).estimatedPrice).toBe(35)
  })

  it('adds the airport supplement once, on top of the minimum', () => {
    const tariff = tariffWith({ airportSupplement: 5.5 })
    const near = rideWith({ origin: atAirport, destination: atAirport, distanceMetres: 100, minutes: 1 })
    expect(estimate(tariff, near).estimatedPrice).toBe(10.5)
    expect(ofLines(estimate(tariff, rideWith()))).not.toHaveProperty('airport')
  })

  it('adds a toll for each leg that crosses it', () => {
    const toll = { name: 'R-5', from: suburb, to: null, bothWays: true, price: 1.35 }
    const tariff = tariffWith({ tolls: [toll] })
    expect(estimate(tariff, rideWith()).tollLines).toEqual([
      { concept: 'toll', name: 'R-5', quantity: 1, unitPrice: 1.35, amount: 1.35 },
    ])
    const thereAndBack = rideWith({ stops: [inSuburb], destination: inCentre })
    expect(tollOf(estimate(tariff, thereAndBack))).toBe(2.7)
    expect(tollOf(estimate(tariff, rideWith({ destination: atAirport })))).toBe(0)
  })

  const fixed = { name: 'Airport run', from: centre, to: airport, bothWays: true, price: 33 }
  it('of a fixed route is its price, tolls and supplements included', () => {
    const tolls = [{ name: 'M-12', from: airport, to: null, bothWays: true, price: 2 }]
    const tariff = tariffWith({ fixedRoutes: [{ ...fixed, price: 40 }, fixed], airportSupplement: 5, tolls })
    const block = estimate(tariff, rideWith({ origin: atAirport, destination: inCentre, start: saturdayNight }))
    expect([block.estimatedPrice, isFixedPrice(block), block.tollLines]).toEqual([33, true, []])
  })

  it('of a fixed route with a stop on the way uses the meter', () => {
    const block = estimate(
      tariffWith({ fixedRoutes: [fixed] }),
      rideWith({ destination: atAirport, stops: [inSuburb] }),
    )
    expect(isFixedPrice(block)).toBe(false)
  })

  it('without a destination is the flag fall, raised to the minimum', () => {
    const block = estimate(tariffWith(), rideWith({ destination: null, distanceMetres: null, minutes: null }))
    expect([ofLines(block), block.estimatedPrice]).toEqual([{ flagFall: 2.5 }, 5])
  })

  it('can be told without a destination only if the tariff is flat', () => {
    const toNowhere = rideWith({ destination: null, distanceMetres: null, minutes: null })
    expect(priceToTell(tariffWith(), toNowhere)).toBeNull()
    const flat = tariffWith({ rates: rates({ flagFall: 12, perKm: 0, perMinute: 0 }) })
    expect(priceToTell(flat, toNowhere)).toMatchObject({ block: { estimatedPrice: 12 }, range: { min: 12, max: 12 } })
    expect(priceToTell(tariffWith(), rideWith())?.block).toEqual(estimate(tariffWith(), rideWith()))
  })

  it('has a price range for a shorter and a longer ride', () => {
    const { min, max } = priceRange(tariffWith(), rideWith())
    expect([min, max]).toEqual([14.4, 20])
  })
})

describe('a ride', () => {
  const unknown = rideWith({ distanceMetres: null, minutes: null })
  it('is as long as all its legs together', () => {
    const around = { ...unknown, stops: [atAirport] }
    expect(distanceOf(around)).toBeGreaterThan(distanceOf(unknown) + 20_000)
  })
  it('is faster at night', () => {
    expect(minutesOf({ ...unknown, start: saturdayNight })).toBeLessThan(minutesOf(unknown))
  })
  it('has a duration range around its estimate', () => expect(durationRange(rideWith())).toEqual({ min: 17, max: 25 }))
})

const amount = (max: number) => fc.integer({ min: 0, max: max * 100 }).map((cents) => cents / 100)
const anyRates = fc.record({
  flagFall: amount(10),
  perKm: amount(5),
  perMinute: amount(3),
  minimum: amount(40),
  percent: amount(300),
})
const anyTariff = fc
  .record({
    rates: anyRates,
    special: fc.array(fc.tuple(anyRates, fc.constantFrom(night(), holiday())), { maxLength: 3 }),
    airportSupplement: amount(20),
    price: amount(20),
    bothWays: fc.boolean(),
    to: fc.constantFrom(centre, airport, suburb, null),
    isFixed: fc.boolean(),
  })
  .map(({ rates: own, special, airportSupplement, price, bothWays, to, isFixed }) => {
    const routes = [{ name: 'Any', from: centre, to, bothWays, price }]
    return tariffWith({
      rates: own,
      specialRates: special.map(([change, kind]) => ({ ...kind, ...change })),
      airportSupplement,
      ...(isFixed ? { fixedRoutes: routes } : { tolls: routes }),
    })
  })
const place = fc.constantFrom(inCentre, atAirport, inSuburb)
const anyRide = fc
  .record({
    origin: place,
    destination: fc.option(place),
    stops: fc.array(place, { maxLength: 3 }),
    start: fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 0, 1) }),
    distanceMetres: fc.option(fc.integer({ min: 0, max: 2_000_000 })),
    minutes: fc.option(fc.integer({ min: 0, max: 3_000 })),
  })
  .map(rideWith)

describe('any estimate', () => {
  it('has no amounts that are negative or finer than a cent, and its lines add up to the total', () => {
    fc.assert(
      fc.property(anyTariff, anyRide, (tariff, ride) => {
        const block = estimate(tariff, ride)
        const lines = [...block.estimationLines, ...block.tollLines, ...(block.minimumLine ? [block.minimumLine] : [])]
        for (const { amount: paid } of [...lines, block.totalLine]) {
          expect(paid).toBeGreaterThanOrEqual(0)
          expect(Number(paid.toFixed(2))).toBe(paid)
        }
        expect(sumOf(lines)).toBe(Math.round(block.estimatedPrice * 100))
        expect(block.totalLine.amount).toBe(block.estimatedPrice)
      }),
    )
  })

  it('is never cheaper for a longer ride', () => {
    fc.assert(
      fc.property(anyTariff, anyRide, fc.nat(50_000), fc.nat(300), (tariff, ride, metres, minutes) => {
        const longer = { ...ride, distanceMetres: distanceOf(ride) + metres, minutes: minutesOf(ride) + minutes }
        expect(estimate(tariff, longer).estimatedPrice).toBeGreaterThanOrEqual(estimate(tariff, ride).estimatedPrice)
        const { min, max } = priceRange(tariff, ride)
        expect(min).toBeLessThanOrEqual(max)
      }),
    )
  })
})

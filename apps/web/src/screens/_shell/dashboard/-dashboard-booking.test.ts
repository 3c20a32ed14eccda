import type { TaxiPosition } from '@parada/contract/booking'
import { grantsOf } from '@parada/domain/access/permissions'
import { expect, it } from 'vitest'
import { heardAfter } from '../../../booking/record/taxi-positions.ts'
import { booking as plain } from '../../../booking/testing.tsx'
import { formatsFor } from '../../../kit/format.ts'
import {
  type DashboardBooking,
  type DashboardKnown,
  dashboardFacts,
  dashboardTone,
  emptyDashboard,
  promiseText,
  startText,
  stateWord,
  wholePromise,
  wholeStart,
} from './-dashboard-booking.ts'
import { dashboardPoints, workPlaces } from './-dashboard-points.ts'

const minute = 60_000
const now = Date.UTC(2026, 10, 15, 9)
const nothing: DashboardKnown = {
  positions: new Map(),
  ended: new Map(),
  outdated: new Set(),
  usualAnswerMs: new Map(),
  asapLimitMinutes: undefined,
  grants: undefined,
  hasFleets: true,
  showsReference: true,
}
const told = { ...plain, status: 20, statusDispatch: 2000, asap: true, promisedArrival: now + 10 * minute }
const taxi = (etaMinutes: number, id = plain.id): TaxiPosition => ({
  ...{ id, lat: 40.4, lon: -3.7, etaMinutes, at: now },
  ...{ heading: 90, statusDispatch: 2000, idSupplierTaxi: 517 },
})
const desk = (change: object = {}, known: Partial<DashboardKnown> = {}, isGone = false): DashboardBooking => {
  const booking = { ...told, ...change }
  return { ...booking, ...dashboardFacts(booking, { known: { ...nothing, ...known }, now, isGone }) }
}
const late = desk({}, { positions: new Map([[plain.id, taxi(14)]]) })
const format = {
  ...formatsFor('en'),
  code: (_: unknown, code: unknown) => String(code),
  word: (key: string, values?: object) => [key, ...Object.values(values ?? {})].join(' '),
  flag: String,
}

it('rises with its delay once its taxi will break what the caller was told', () => {
  expect(desk({}, { positions: new Map([[plain.id, taxi(9)]]) })).toMatchObject({ isRising: false, lateMinutes: 0 })
  expect(late).toMatchObject({ isRising: true, isAtRisk: true, isLate: false, lateMinutes: 4 })
  expect(dashboardTone(late)).toEqual({ tone: 'warning', sign: '!' })
  expect(startText(late, format)).toBe("10:00 +4'")
  expect(promiseText(late, format)).toBe('10:10 → 10:14')
})

it('is late once the time has passed, and neither once somebody is on board', () => {
  const overdue = { promisedArrival: now - 5 * minute }
  expect(dashboardTone(desk(overdue))).toEqual({ tone: 'bad', sign: '!' })
  expect(dashboardTone(desk({ ...overdue, statusDispatch: 2500 }))).toBeUndefined()
})

it('says how long somebody waits for a taxi as soon as possible, and rises past the limit of the tenant', () => {
  const asked = { status: 10, statusDispatch: 949, promisedArrival: null, timeBookingStartTimestamp: now - 14 * minute }
  expect(startText(desk(asked), format)).toBe("09:46 +7' · dashboard.waiting 14")
  expect(dashboardTone(desk(asked, { asapLimitMinutes: 10 }))).toEqual({ tone: 'bad', sign: '!' })
  expect(desk({ ...asked, timeBookingStartTimestamp: now - minute })).toMatchObject({ isRising: false })
})

it.each([
  ['an operator', [{ key1: 'dispatchServiceByFleet', value: '29' }], true, 'dashboard.empty'],
  ['a supplier', [{ key1: 'viewServiceByFleet', value: '29' }], true, 'dashboard.emptyFleets'],
  ['somebody without a fleet', [], false, 'dashboard.emptyNewcomer'],
])('tells %s what an empty desk is for', (_, permissions, hasFleets, key) =>
  expect(emptyDashboard({ ...nothing, grants: grantsOf(permissions), hasFleets })).toBe(key),
)

it('is marked while it changed and could not be loaded', () => {
  const old = desk({}, { outdated: new Set([plain.id]) })
  expect(dashboardTone(old)).toEqual({ tone: 'faded', sign: '?' })
  expect(stateWord(old, format)).toContain('dashboard.outdated')
})

it('says the day of a start that is not today’s', () =>
  expect(startText(desk({ timeBookingStartTimestamp: now + 24 * 60 * minute }), format)).toBe('16/11/2026 10:00'))

it('marks the times of a fleet in another zone, and says the whole moment on hover', () => {
  const canary = desk({ timeZone: 'Atlantic/Canary' })
  expect(startText(canary, format)).toBe('09:00 Canary')
  expect(promiseText(canary, format)).toBe('09:10 Canary')
  expect(wholeStart(canary, format)).toBe('15/11/2026 09:00 Canary (Atlantic/Canary)')
  expect(wholeStart(desk(), format)).toBe('15/11/2026 10:00')
  expect(startText(desk({ timeZone: 'Europe/Paris' }), format)).toBe('10:00')
})

it('tells apart the two hours of the autumn night, by a mark and on hover in words', () => {
  const night = desk({
    timeBookingStartTimestamp: Date.parse('2026-10-25T00:30:00Z'),
    promisedArrival: Date.parse('2026-10-25T01:30:00Z'),
  })
  expect(startText(night, format)).toMatch(/^25\/10\/2026 02:30 \(1st\)/)
  expect(wholeStart(night, format)).toMatch(/^25\/10\/2026 02:30 before the change/)
  expect(promiseText(night, format)).toMatch(/^02:30 \(2nd\)/)
  expect(wholePromise(night, format)).toMatch(/^02:30 after the change/)
  expect(wholePromise(desk(), format)).toBe('')
})

it('tells what came of a booking that has gone, as far as anybody said', () => {
  expect(desk({}, { ended: new Map([[plain.id, 30]]) }, true)).toMatchObject({ state: 'ended', endedAs: 30 })
  expect(desk({}, {}, true)).toMatchObject({ state: 'ended', endedAs: null, isRising: false })
})

it('puts pickups of those who wait and the taxis on the map, and keeps those of the chosen booking in view', () => {
  const positions = new Map([
    [plain.id, taxi(4)],
    [2, taxi(4, 2)],
  ])
  const points = dashboardPoints([desk(), desk({ id: 2, statusDispatch: 2500 })], positions, 2, format, String as never)
  expect(points.map(({ id, isFollowed }) => [id, isFollowed])).toEqual([
    [`pickup-${plain.id}`, false],
    [`taxi-${plain.id}`, false],
    ['pickup-2', false],
    ['taxi-2', true],
    ['destination-2', undefined],
  ])
})

it('turns taxis where they drive, with their number and a sign for their state', () => {
  const onBoard = { ...taxi(4, 2), statusDispatch: 2500, heading: null, idSupplierTaxi: null }
  const positions = new Map([
    [plain.id, taxi(4)],
    [2, onBoard],
  ])
  const points = dashboardPoints([desk(), desk({ id: 2, statusDispatch: 2500 })], positions, 0, format, String as never)
  const [first, second] = points.filter(({ kind }) => kind === 'taxi')
  expect(first).toMatchObject({ heading: 90, number: '517', state: 'blue', reportedAt: now })
  expect(second).toMatchObject({ state: 'violet', sign: '●' })
  expect([second?.heading, second?.number]).toEqual([undefined, undefined])
})

it('opens where bookings are at work: at their pickups, or once somebody is on board at their taxis', () => {
  const away = { ...taxi(4, 2), lat: 41, lon: -4 }
  const bookings = [desk(), desk({ id: 2, statusDispatch: 2500 }), desk({ id: 3 }, {}, true)]
  expect(workPlaces(bookings, new Map([[2, away]]))).toEqual([
    { lat: plain.origin.lat, lon: plain.origin.lon },
    { lat: 41, lon: -4 },
  ])
})

it('keeps the last word of each taxi, and forgets one that has long been silent', () => {
  const first = heardAfter(undefined, [taxi(4, 1), { ...taxi(4, 2), at: now - 20 * minute }], now)
  expect(heardAfter(first, [{ ...taxi(9, 1), at: now - minute }], now).positions).toBe(first.positions)
  const later = heardAfter(first, [{ ...taxi(3, 1), at: now + minute }], now + 15 * minute)
  expect([...later.positions].map(([id, { etaMinutes }]) => [id, etaMinutes])).toEqual([[1, 3]])
})

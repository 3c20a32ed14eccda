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

it('marks a booking at risk, with its delay, once its taxi will break the promise', () => {
  expect(desk({}, { positions: new Map([[plain.id, taxi(9)]]) })).toMatchObject({ isRising: false, lateMinutes: 0 })
  expect(late).toMatchObject({ isRising: true, isAtRisk: true, isLate: false, lateMinutes: 4 })
  expect(dashboardTone(late)).toEqual({ tone: 'warning', sign: '!' })
  expect(startText(late, format)).toBe("10:00 +4'")
  expect(promiseText(late, format)).toBe('10:10 → 10:14')
})

it('marks a booking late once the time has passed, unless the passenger is on board', () => {
  const overdue = { promisedArrival: now - 5 * minute }
  expect(dashboardTone(desk(overdue))).toEqual({ tone: 'bad', sign: '!' })
  expect(dashboardTone(desk({ ...overdue, statusDispatch: 2500 }))).toBeUndefined()
})

it('shows how long a caller has waited for a taxi as soon as possible, and marks it late past the tenant’s limit', () => {
  const asked = { status: 10, statusDispatch: 949, promisedArrival: null, timeBookingStartTimestamp: now - 14 * minute }
  expect(startText(desk(asked), format)).toBe("09:46 +7' · dashboard.waiting 14")
  expect(dashboardTone(desk(asked, { asapLimitMinutes: 10 }))).toEqual({ tone: 'bad', sign: '!' })
  expect(desk({ ...asked, timeBookingStartTimestamp: now - minute })).toMatchObject({ isRising: false })
})

it.each([
  ['an operator', [{ key1: 'dispatchServiceByFleet', value: '29' }], true, 'dashboard.empty'],
  ['a supplier', [{ key1: 'viewServiceByFleet', value: '29' }], true, 'dashboard.emptyFleets'],
  ['somebody without a fleet', [], false, 'dashboard.emptyNewcomer'],
])('tells %s what an empty dashboard is for', (_, permissions, hasFleets, key) =>
  expect(emptyDashboard({ ...nothing, grants: grantsOf(permissions), hasFleets })).toBe(key),
)

it('marks a booking that changed but could not be loaded', () => {
  const old = desk({}, { outdated: new Set([plain.id]) })
  expect(dashboardTone(old)).toEqual({ tone: 'faded', sign: '?' })
  expect(stateWord(old, format)).toContain('dashboard.outdated')
})

it('shows the day of a start that is not today', () =>
  expect(startText(desk({ timeBookingStartTimestamp: now + 24 * 60 * minute }), format)).toBe('16/11/2026 10:00'))

it('marks the times of a fleet in another zone, and shows the full date and time on hover', () => {
  const canary = desk({ timeZone: 'Atlantic/Canary' })
  expect(startText(canary, format)).toBe('09:00 Canary')
  expect(promiseText(canary, format)).toBe('09:10 Canary')
  expect(wholeStart(canary, format)).toBe('15/11/2026 09:00 Canary (Atlantic/Canary)')
  expect(wholeStart(desk(), format)).toBe('15/11/2026 10:00')
  expect(startText(desk({ timeZone: 'Europe/Paris' }), format)).toBe('10:00')
})

it('distinguishes the repeated hour of the autumn clock change by a mark, and in words on hover', () => {
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

it('shows how a booking that has gone ended, if that is known', () => {
  expect(desk({}, { ended: new Map([[plain.id, 30]]) }, true)).toMatchObject({ state: 'ended', endedAs: 30 })
  expect(desk({}, {}, true)).toMatchObject({ state: 'ended', endedAs: null, isRising: false })
})

it('puts waiting pickups and taxis on the map, and keeps those of the chosen booking in view', () => {
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

it('rotates taxis by their heading, with their number and a sign for their state', () => {
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

it('opens the map at the pickups or, with a passenger on board, at the taxis', () => {
  const away = { ...taxi(4, 2), lat: 41, lon: -4 }
  const bookings = [desk(), desk({ id: 2, statusDispatch: 2500 }), desk({ id: 3 }, {}, true)]
  expect(workPlaces(bookings, new Map([[2, away]]))).toEqual([
    { lat: plain.origin.lat, lon: plain.origin.lon },
    { lat: 41, lon: -4 },
  ])
})

it('keeps the latest position of each taxi, and drops one that has long been silent', () => {
  const first = heardAfter(undefined, [taxi(4, 1), { ...taxi(4, 2), at: now - 20 * minute }], now)
  expect(heardAfter(first, [{ ...taxi(9, 1), at: now - minute }], now).positions).toBe(first.positions)
  const later = heardAfter(first, [{ ...taxi(3, 1), at: now + minute }], now + 15 * minute)
  expect([...later.positions].map(([id, { etaMinutes }]) => [id, etaMinutes])).toEqual([[1, 3]])
})

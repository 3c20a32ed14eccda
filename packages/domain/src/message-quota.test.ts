import { expect, it } from 'vitest'
import { defaultQuotas, isOverQuota, limitOf, limitsFor, nearlyUsedAt, quotaDay, quotaEnd } from './message-quota.ts'

it('uses the limits that a tenant sets, and the defaults for the others', () => {
  expect(limitsFor('sms', defaultQuotas)).toEqual(defaultQuotas.sms)
  const limits = limitsFor('sms', defaultQuotas, { sms: { tenant: 3 }, mail: { user: 1 } })
  expect(limits).toEqual({ ...defaultQuotas.sms, tenant: 3 })
  expect([limitOf(limits, 'tenant'), limitOf(limits, 'parking')]).toEqual([3, defaultQuotas.sms.booking])
})

it.each<[string, unknown]>([
  ['nothing at all', null],
  ['a text', 'sms'],
  ['a list', [{ tenant: 1 }]],
  ['a channel that is not a record', { sms: 3 }],
  ['a limit in words', { sms: { tenant: '3', user: 'many' } }],
  ['half a message', { sms: { tenant: 2.5 } }],
  ['fewer than none', { sms: { tenant: -1, booking: 0 } }],
  ['more than can be counted', { sms: { tenant: 3_000_000_000, user: 1e300 } }],
  ['an empty limit', { sms: { tenant: null, user: [], booking: {} } }],
])('keeps the default limits if a tenant sets %s', (_, tenant) =>
  expect(limitsFor('sms', defaultQuotas, tenant)).toEqual(defaultQuotas.sms),
)

it.each([
  [10, 8],
  [5_000, 4_000],
  [1, 1],
  [3, 3],
])('with a limit of %i the first alert comes at message %i', (limit, at) => expect(nearlyUsedAt(limit)).toBe(at))

it.each([
  ['Europe/Madrid', '2026-11-16T22:59:59Z', '2026-11-16', '2026-11-16T23:00:00Z', '17/11/2026 00:00'],
  ['Atlantic/Canary', '2026-11-16T23:30:00Z', '2026-11-16', '2026-11-17T00:00:00Z', '17/11/2026 00:00'],
  ['Europe/Madrid', '2026-10-24T22:00:00Z', '2026-10-25', '2026-10-25T23:00:00Z', '26/10/2026 00:00'],
])('in %s at %s the quota day is %s, until %s', (timeZone, at, day, end, time) => {
  const now = Date.parse(at)
  expect(quotaDay(now, timeZone)).toBe(day)
  expect(quotaEnd(now, timeZone)).toEqual({ freeAt: Date.parse(end), time })
})

it.each([
  [undefined, false],
  ['noMobile', false],
  [{ id: 1 }, false],
  [{ channel: 'sms', overQuota: 'user' }, true],
])('decides whether %j was kept back by the quota', (sent, expected) => expect(isOverQuota(sent)).toBe(expected))

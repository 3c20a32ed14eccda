import { describe, expect, it } from 'vitest'
import { announcement, defaultWindow, isOn, notificationColor, windowProblem, windowToOffer } from './notification.ts'

const now = new Date(2026, 9, 31, 8, 15).getTime()
const hour = 3_600_000
const open = { minDate: null, maxDate: null }

describe('a notification', () => {
  it.each([
    ['on without a window', 1, null, null, true],
    ['on inside its window', 1, now - hour, now + hour, true],
    ['on from this very moment', 1, now, null, true],
    ['off before its window', 1, now + 1, null, false],
    ['off once its window ended', 1, null, now, false],
    ['off when it is switched off', 0, null, null, false],
  ])('is %s', (_, status, minDate, maxDate, expected) => expect(isOn({ status, minDate, maxDate }, now)).toBe(expected))

  it.each([
    ['from before to', { from: 1, to: 2 }, undefined],
    ['no end', { from: 1 }, undefined],
    ['no start', { to: 1, from: null }, undefined],
    ['neither', {}, undefined],
    ['from at to', { from: 2, to: 2 }, 'problems.wrongDates'],
    ['from after to', { from: 3, to: 2 }, 'problems.wrongDates'],
    ['what is no date', { from: Number.NaN, to: 2 }, 'problems.wrongDates'],
  ])('has a window with %s: %j → %s', (_, window, problem) => expect(windowProblem(window)).toBe(problem))

  it('defaults to a window from the start of the day to 23:59 (L-124)', () =>
    expect(defaultWindow(now)).toEqual({
      from: new Date(2026, 9, 31).getTime(),
      to: new Date(2026, 9, 31, 23, 59).getTime(),
    }))

  it.each([
    ['its own window', { minDate: now - hour, maxDate: now + hour }, { from: now - hour, to: now + hour }],
    ['its own open window', { minDate: now + hour, maxDate: null }, { from: now + hour, to: null }],
    ['today after its window', { minDate: now - 2 * hour, maxDate: now - hour }, defaultWindow(now)],
    ['today without a window', open, defaultWindow(now)],
  ])('is offered %s', (_, own, offered) => expect(windowToOffer(own, now)).toEqual(offered))

  it.each([
    ['warning', 1, 'warning'],
    ['success', 3, 'success'],
    ['zone', 1, 'info'],
    ['zone', 2, 'warning'],
    ['zone', 5, 'danger'],
  ])('of type %s and priority %i is %s', (type, priority, color) =>
    expect(notificationColor({ type, priority })).toBe(color),
  )
})

describe('the desks', () => {
  const on = { status: 1, type: 'info', priority: 1, content: 'Calle cortada', receiverType: 'user', ...open }
  const told = (change: object) => announcement({ ...on, whitelabelList: '', ...change }, 7, now)
  const toast = { message: 'Calle cortada', color: 'info', sticky: true }

  it.each([
    ['at once without a window', {}, { dueAt: undefined, toast }],
    ['at once inside it', { minDate: now - 1, maxDate: now + 1 }, { dueAt: undefined, toast }],
    ['at its opening before it', { minDate: now + hour }, { dueAt: now + hour, toast }],
    ['not after it', { maxDate: now }, undefined],
    ['not of one that is off', { status: 0 }, undefined],
    ['not of one for drivers', { receiverType: 'taxiDriver' }, undefined],
    ['of one that names their white label', { whitelabelList: '3, 7' }, { dueAt: undefined, toast }],
    ['not of one that names others', { whitelabelList: '77,3' }, undefined],
  ])('are notified: %s', (_, change, expected) => expect(told(change)).toEqual(expected))
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bookingStatus, codes, hasEnded, isAlive } from '../codes.ts'
import { type BookingAction, bookingActions, mayDo, statusAfter, targetsOf } from './life.ts'

const actions = Object.keys(bookingActions) as BookingAction[]
const statuses: number[] = Object.values(bookingStatus)
const refused = { problem: 'problems.actionNotAllowed' }

it.each([
  ['5 is created by the wizard (B-056)', 5, 'created by the wizard', false, false],
  ['10 is requested (B-056)', 10, 'requested', true, false],
  ['20 is confirmed (B-056)', 20, 'confirmed', true, false],
  ['-30 is unconfirmed (B-056)', -30, 'unconfirmed', true, false],
  ['30 is finished (B-057)', 30, 'finished', false, true],
  ['-10 is handed to the next fleet (B-057)', -10, 'handed to next fleet', false, true],
  ['-20 is cancelled by the user (B-057)', -20, 'cancelled by user', false, true],
  ['-40 is cancelled by the call centre (B-057)', -40, 'cancelled by call centre', false, true],
  ['-60 is replaced by another service (B-057)', -60, 'replaced by another service', false, true],
] as const)('%s', (_, status, meaning, alive, ended) => {
  expect(codes.bookingStatus[status]).toBe(meaning)
  expect([isAlive(status), hasEnded(status)]).toEqual([alive, ended])
})

describe('booking actions', () => {
  it.each([
    ['create', null, 5],
    ['register', null, 30],
    ['confirm', 5, 10],
    ['accept', 10, 20],
    ['accept', -30, 20],
    ['unconfirm', 10, -30],
    ['unconfirm', 20, -30],
    ['dispatch', 10, 10],
    ['dispatch', -30, 10],
    ['cancelDispatch', 10, 10],
    ['cancelDispatch', 20, -30],
    ['cancelDispatch', -30, -30],
    ['cancelByUser', 5, -20],
    ['cancelByUser', 20, -20],
    ['cancelByCallCentre', 10, -40],
    ['finish', 10, 30],
    ['finish', 20, 30],
    ['finish', -30, 30],
    ['replace', 20, -60],
  ] as const)('%s leads from %s to %s', (action, from, to) => expect(statusAfter(action, from)).toEqual({ status: to }))

  it.each([10, 20, -30])('redispatch ends a booking at %s with status -10 (B-071)', (from) =>
    expect(statusAfter('redispatch', from)).toEqual({ status: -10 }),
  )

  it.each([
    ['create', 5],
    ['confirm', 10],
    ['confirm', null],
    ['accept', 5],
    ['accept', 20],
    ['dispatch', 20],
    ['dispatch', 30],
    ['redispatch', 5],
    ['redispatch', -10],
    ['cancelByUser', 30],
    ['cancelByUser', -20],
    ['cancelByCallCentre', -40],
    ['cancelDispatch', 5],
    ['finish', 5],
    ['finish', 30],
    ['replace', -60],
    ['accept', 99],
    ['accept', undefined],
  ] as const)('%s is refused at %s', (action, from) => {
    expect(statusAfter(action, from)).toEqual(refused)
    expect(mayDo(action, from)).toBe(false)
  })

  it('edit leads only to the chosen status, and is refused without one', () => {
    expect(statusAfter('edit', 10, -60)).toEqual({ status: -60 })
    expect(statusAfter('edit', 30, -60)).toEqual(refused)
    expect(statusAfter('edit', 10)).toEqual(refused)
  })

  it('finish refuses a chosen status that it cannot lead to', () =>
    expect(statusAfter('finish', 10, -20)).toEqual(refused))
})

describe('the status of a booking', () => {
  const step = fc.record({ action: fc.constantFrom(...actions), choice: fc.nat(3) })

  it('stays a defined one after any allowed actions', () =>
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let status: number | null = null
        for (const { action, choice } of steps) {
          const targets = targetsOf(action, status)
          const outcome = statusAfter(action, status, targets[choice % Math.max(1, targets.length)])
          if ('status' in outcome) status = outcome.status
          else expect(targets).toEqual([])
          expect(status === null || statuses.includes(status)).toBe(true)
        }
      }),
    ))

  it('stays an ended one after any actions', () =>
    fc.assert(
      fc.property(fc.constantFrom(...statuses.filter(hasEnded)), fc.array(step, { maxLength: 20 }), (end, steps) => {
        let status = end
        for (const { action, choice } of steps) {
          const targets = targetsOf(action, status)
          status = targets[choice % Math.max(1, targets.length)] ?? status
          expect(hasEnded(status)).toBe(true)
        }
      }),
    ))

  it('allows no action unless it is a defined one', () =>
    fc.assert(
      fc.property(fc.constantFrom(...actions), fc.integer(), (action, status) => {
        fc.pre(!statuses.includes(status))
        expect(statusAfter(action, status)).toEqual(refused)
      }),
    ))
})

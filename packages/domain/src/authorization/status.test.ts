import { describe, expect, it } from 'vitest'
import { authorizationStatus, mayChangeStatus, statusChangesFrom, statusOnCreation } from './status.ts'

it('is active, pending or inactive, and is pending on creation (B-128)', () => {
  expect(authorizationStatus).toEqual({ active: 1, pending: 0, inactive: -1 })
  expect(statusOnCreation).toBe(0)
})

describe('a status change', () => {
  const allowed = ['0>1', '0>-1', '1>-1', '-1>1']
  const all = [1, 0, -1].flatMap((from) => [1, 0, -1].map((to) => [from, to] as const))

  it.each(all)('from %i to %i is allowed only if the table lists it', (from, to) =>
    expect(mayChangeStatus(from, to)).toBe(allowed.includes(`${from}>${to}`)),
  )

  it('from or to an unknown status is never allowed', () => {
    expect(statusChangesFrom(7)).toEqual([])
    expect(mayChangeStatus(1, 7)).toBe(false)
  })
})

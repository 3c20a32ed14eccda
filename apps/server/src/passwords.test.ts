import { expect, it } from 'vitest'
import { hashPassword, isPassword, wireHash } from './passwords.ts'

it('limits the hashes under way and waiting, and refuses the rest with 429', async () => {
  const hashed = await Promise.allSettled(Array.from({ length: 200 }, () => hashPassword(wireHash('x'))))
  const refused = hashed.filter(({ status }) => status === 'rejected')
  expect(refused.length).toBeGreaterThan(100)
  expect(refused[0]).toMatchObject({ reason: { status: 429 } })
  const stored = await hashPassword(wireHash('x'))
  expect([await isPassword(stored, wireHash('x')), await isPassword(null, wireHash('nobody'))]).toEqual([true, false])
})

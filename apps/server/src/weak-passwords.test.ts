import { expect, it } from 'vitest'
import { wireHash } from './passwords.ts'
import { hashList, isWeak } from './weak-passwords.ts'

it('lets other work run while it hashes the list', async () => {
  let turns = 0
  const timer = setInterval(() => turns++, 1)
  await hashList()
  clearInterval(timer)
  expect(turns).toBeGreaterThan(10)
})

it.each(['', '123456', 'password', 'qwerty', '00000', '4711', 'zzz', '24121987'])(
  'recognises the hash of %j',
  async (password) => expect(await isWeak(wireHash(password))).toBe(true),
)

it.each(['four taxis at the door', 'zzzz', 'Ñandú-2031'])('accepts %j', async (password) =>
  expect(await isWeak(wireHash(password))).toBe(false),
)

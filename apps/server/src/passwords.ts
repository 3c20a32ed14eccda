import { createHash } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { basicPair } from '@parada/domain/session'
import { refuse } from './http/problem.ts'

/** The hash that a browser sends instead of the password (document 1, section 7). */
export const wireHash = (password: string) => createHash('sha1').update(password).digest('base64')

/** The Authorization header of a sign-in. */
export const basic = (identifier: string, password: string) =>
  `Basic ${Buffer.from(basicPair(identifier, wireHash(password))).toString('base64')}`

const argon2id = 2
// OWASP's advice for Argon2id: 19 MiB, two passes, one lane.
const options = { algorithm: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Each hash occupies a core for a while, so only this many run at once and this many wait; further requests are refused
 * with Retry-After.
 */
const places = { atOnce: availableParallelism(), waiting: 40 }
let underWay = 0
const queue: (() => void)[] = []

const inTurn = async <T>(run: () => Promise<T>): Promise<T> => {
  if (underWay >= places.atOnce) {
    if (queue.length >= places.waiting) throw refuse.tooMany(2)
    await new Promise<void>((begin) => queue.push(begin))
  } else underWay++
  try {
    return await run()
  } finally {
    // The slot goes straight to the request that has waited longest.
    const next = queue.shift()
    if (next) next()
    else underWay--
  }
}

/** Salts the wire hash (base64 SHA-1) and hashes it slowly, so that a leaked table is not enough to sign in. */
export const hashPassword = (wireHash: string) => inTurn(() => hash(wireHash, options))

let decoy: Promise<string> | undefined

/** Takes as long for an unknown user as for a known one, so that timing reveals nothing. */
export const isPassword = async (stored: string | null | undefined, wireHash: string) => {
  decoy ??= hash('nobody', options)
  const compared = stored ?? (await decoy)
  const matches = await inTurn(() => verify(compared, wireHash))
  return typeof stored === 'string' && matches
}

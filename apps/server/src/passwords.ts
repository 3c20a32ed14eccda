import { createHash } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { basicPair } from '@parada/domain/session'

/** The hash that a browser sends instead of the password (document 1, section 7). */
export const wireHash = (password: string) => createHash('sha1').update(password).digest('base64')

/** The header of a sign-in. */
export const basic = (identifier: string, password: string) =>
  `Basic ${Buffer.from(basicPair(identifier, wireHash(password))).toString('base64')}`

const argon2id = 2
// OWASP's advice for Argon2id: 19 MiB, two passes, one lane.
const options = { algorithm: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Stores the wire's hash (base64 SHA-1) salted and slow: whoever reads the table cannot sign in with it. */
export const hashPassword = (wireHash: string) => hash(wireHash, options)

let decoy: Promise<string> | undefined

/** Takes as long for an unknown user as for a known one, so that the time tells nothing. */
export const isPassword = async (stored: string | null | undefined, wireHash: string) => {
  decoy ??= hashPassword('nobody')
  const matches = await verify(stored ?? (await decoy), wireHash)
  return typeof stored === 'string' && matches
}

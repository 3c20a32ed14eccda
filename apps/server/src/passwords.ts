import { hash, verify } from '@node-rs/argon2'

const argon2id = 2
// OWASP's advice for Argon2id: 19 MiB, two passes, one lane.
const options = { algorithm: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Stores the wire's hash (base64 SHA-1) salted and slow: whoever reads the table cannot sign in with it. */
export const hashPassword = (wireHash: string) => hash(wireHash, options)

let decoy: Promise<string> | undefined

/** Takes as long for an unknown user as for a known one, so that the time tells nothing. */
export const isPassword = async (stored: string | undefined, wireHash: string) => {
  decoy ??= hashPassword('nobody')
  const matches = await verify(stored ?? (await decoy), wireHash)
  return stored !== undefined && matches
}

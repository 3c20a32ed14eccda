import { createHash } from 'node:crypto'
import { basicPair } from '@parada/domain/session'

/** The hash that a browser sends instead of the password (document 1, section 7). */
export const wireHash = (password: string) => createHash('sha1').update(password).digest('base64')

/** The header of a sign-in. */
export const basic = (identifier: string, password: string) =>
  `Basic ${Buffer.from(basicPair(identifier, wireHash(password))).toString('base64')}`

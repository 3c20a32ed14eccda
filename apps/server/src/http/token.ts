import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits; only their hash is ever stored. */
export const newToken = () => randomBytes(32).toString('base64url')

export const hashOf = (token: string) => createHash('sha256').update(token).digest()

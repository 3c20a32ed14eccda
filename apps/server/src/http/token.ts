import { hash, randomBytes } from 'node:crypto'

/** 256 random bits; only their hash is ever stored. */
export const newToken = () => randomBytes(32).toString('base64url')

export const hashOf = (token: string) => hash('sha256', token, 'buffer')

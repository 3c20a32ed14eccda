import { hash, randomBytes } from 'node:crypto'

/** A random text that nobody can guess: 256 bits, or fewer for what a person types. */
export const newKey = (bytes = 32) => randomBytes(bytes).toString('base64url')

/** What is stored of a key that somebody else keeps. */
export const hashOfKey = (key: string) => hash('sha256', key, 'buffer')

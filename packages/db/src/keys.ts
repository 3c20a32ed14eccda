import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

/** A random text that nobody can guess: 256 bits, or fewer for what a person types. */
export const newKey = (bytes = 32) => randomBytes(bytes).toString('base64url')

/** What is stored of a key that somebody else keeps. */
export const hashOfKey = (key: string) => hash('sha256', key, 'buffer')

/** Takes as long whatever differs, the length included. */
export const isSameKey = (given: string, right: string) => timingSafeEqual(hashOfKey(given), hashOfKey(right))

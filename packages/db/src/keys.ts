import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

/** A random key that cannot be guessed: 256 bits, or fewer if a person has to type it. */
export const newKey = (bytes = 32) => randomBytes(bytes).toString('base64url')

/** The hash to store for a key that somebody else keeps. */
export const hashOfKey = (key: string) => hash('sha256', key, 'buffer')

/** Compares in constant time, even if the lengths differ. */
export const isSameKey = (given: string, right: string) => timingSafeEqual(hashOfKey(given), hashOfKey(right))

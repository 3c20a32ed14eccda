import { describe, expect, it } from 'vitest'
import { base64, passwordHash, utf8 } from './password-hash.ts'
import { sha1 } from './sha1.ts'

const { subtle } = globalThis.crypto
const hex = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')

describe('the password hash', () => {
  it.each([
    ['', 'da39a3ee5e6b4b0d3255bfef95601890afd80709'],
    ['abc', 'a9993e364706816aba3e25717850c26c9cd0d89d'],
    ['abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq', '84983e441c3bd26ebaae4aa1f95129e5e54670f1'],
  ])('matches the published digest of %j', (text, digest) => expect(hex(sha1(utf8(text)))).toBe(digest))

  it('matches the SHA-1 of the browser for every length from 0 to 259 characters', async () => {
    for (let length = 0; length < 260; length++) {
      const text = 'ñ7'.repeat(length).slice(0, length)
      expect(base64(sha1(utf8(text)))).toBe(base64(new Uint8Array(await subtle.digest('SHA-1', utf8(text)))))
    }
  })

  it.each([
    ['with the SHA-1 of the browser', subtle],
    ['with its own where the browser has none', null],
  ])('is the base64-encoded SHA-1 of the password, %s (P-012)', async (_, given) => {
    expect(await passwordHash('contraseña', given)).toBe('jDG2W97NyfGLaV1zGBhv0f7taQ0=')
  })
})

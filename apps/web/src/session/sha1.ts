const rotate = (word: number, bits: number) => (word << bits) | (word >>> (32 - bits))

/** FIPS 180-4. Browsers provide SHA-1 only on https and localhost, but small installations run on plain http. */
export const sha1 = (message: Uint8Array): Uint8Array => {
  const padded = new DataView(new ArrayBuffer(((message.length + 72) >> 6) << 6))
  new Uint8Array(padded.buffer).set(message)
  padded.setUint8(message.length, 0x80)
  padded.setUint32(padded.byteLength - 8, Math.floor(message.length / 0x20000000))
  padded.setUint32(padded.byteLength - 4, message.length << 3)

  const hash = new Int32Array([0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0])
  const words = new Int32Array(80)
  for (let block = 0; block < padded.byteLength; block += 64) {
    let [a = 0, b = 0, c = 0, d = 0, e = 0] = hash
    for (let i = 0; i < 80; i++) {
      const word = (back: number) => words[i - back] ?? 0
      words[i] = i < 16 ? padded.getInt32(block + i * 4) : rotate(word(3) ^ word(8) ^ word(14) ^ word(16), 1)
      const [mixed, constant] =
        i < 20
          ? [(b & c) | (~b & d), 0x5a827999]
          : i < 40
            ? [b ^ c ^ d, 0x6ed9eba1]
            : i < 60
              ? [(b & c) | (b & d) | (c & d), 0x8f1bbcdc]
              : [b ^ c ^ d, 0xca62c1d6]
      const next = (rotate(a, 5) + mixed + e + constant + word(0)) | 0
      ;[e, d, c, b, a] = [d, c, rotate(b, 30), a, next]
    }
    for (const [at, value] of [a, b, c, d, e].entries()) hash[at] = (hash[at] ?? 0) + value
  }

  const digest = new DataView(new ArrayBuffer(20))
  for (const [at, word] of hash.entries()) digest.setInt32(at * 4, word)
  return new Uint8Array(digest.buffer)
}

import { crc32, deflateSync } from 'node:zlib'

const chunk = (name: string, data: Buffer) => {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const made = Buffer.alloc(named.length + 8)
  made.writeUInt32BE(data.length, 0)
  named.copy(made, 4)
  made.writeUInt32BE(crc32(named), named.length + 4)
  return made
}

/** Bitmaps of the letters, five columns by seven rows, with two hexadecimal digits for each row. */
const letters: Readonly<Record<string, string>> = {
  A: '0e11111f111111',
  C: '0e11101010110e',
  D: '1e11111111111e',
  E: '1f10101e10101f',
  F: '1f10101e101010',
  I: '0e04040404040e',
  J: '0702020202120c',
  L: '1010101010101f',
  M: '111b1515111111',
  N: '11191513111111',
  O: '0e11111111110e',
  P: '1e11111e101010',
  R: '1e11111e141211',
  S: '0f10100e01011e',
  T: '1f040404040404',
  U: '1111111111110e',
  V: '11111111110a04',
}

type Colour = number

/** A picture of shapes and letters in a few colours (0xRRGGBB), referred to by their position in the palette. */
export const makeCanvas = (width: number, height: number, palette: readonly Colour[]) => {
  // Each line of a PNG starts with its filter type, here 0 for none.
  const stride = width + 1
  const pixels = Buffer.alloc(stride * height)

  const line = (y: number, from: number, to: number, colour: number) => {
    const [first, last] = [Math.max(0, Math.round(from)), Math.min(width, Math.round(to))]
    if (y >= 0 && y < height && last > first) pixels.fill(colour, y * stride + 1 + first, y * stride + 1 + last)
  }
  const box = (x: number, y: number, w: number, h: number, colour: number) => {
    for (let row = 0; row < h; row++) line(y + row, x, x + w, colour)
  }
  const oval = (x: number, y: number, rx: number, ry: number, colour: number) => {
    for (let row = -ry; row <= ry; row++) {
      const half = rx * Math.sqrt(1 - (row / ry) ** 2)
      line(y + row, x - half, x + half, colour)
    }
  }
  const write = (text: string, x: number, y: number, size: number, colour: number) => {
    for (const [at, letter] of [...text].entries()) {
      const rows = Buffer.from(letters[letter] ?? '', 'hex')
      for (const [row, bits] of rows.entries())
        for (let column = 0; column < 5; column++)
          if (bits & (16 >> column)) box(x + (at * 6 + column) * size, y + row * size, size, size, colour)
    }
  }

  const png = () => {
    const header = Buffer.alloc(13)
    header.writeUInt32BE(width, 0)
    header.writeUInt32BE(height, 4)
    header.set([8, 3, 0, 0, 0], 8)
    const colours = Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]))
    return Buffer.concat([
      Buffer.from('89504e470d0a1a0a', 'hex'),
      chunk('IHDR', header),
      chunk('PLTE', colours),
      chunk('IDAT', deflateSync(pixels, { level: 1 })),
      chunk('IEND', Buffer.alloc(0)),
    ])
  }
  return { box, oval, write, png }
}

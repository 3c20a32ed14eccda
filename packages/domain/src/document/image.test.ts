import { describe, expect, it } from 'vitest'
import { imageLimits, readImage } from './image.ts'

const ascii = (text: string) => [...text].map((sign) => sign.charCodeAt(0))
const uint32 = (value: number) => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]
const littleEndian = (value: number) => uint32(value).reverse()
const chunk = (name: string, data: number[]) => [...uint32(data.length), ...ascii(name), ...data, 0, 0, 0, 0]

const png = (width: number, height: number) => [
  ...[0x89, ...ascii('PNG\r\n\u001a\n')],
  ...chunk('IHDR', [...uint32(width), ...uint32(height), 8, 2, 0, 0, 0]),
  ...chunk('IDAT', [1, 2, 3]),
  ...chunk('IEND', []),
]
const jpeg = (width: number, height: number) => [
  ...[0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2],
  ...[0xff, 0xff, 0xc2, 0, 11, 8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0],
  ...[0xff, 0xda, 0, 2, 5, 6, 7, 0xff, 0xd9],
]
const webp = (kind: string, size: number[]) => {
  const body = [...ascii('WEBP'), ...ascii(kind), ...littleEndian(size.length), ...size, ...Array(12).fill(0)]
  return [...ascii('RIFF'), ...littleEndian(body.length), ...body]
}

describe('readImage', () => {
  it.each([
    ['PNG', png(640, 400), { type: 'image/png', width: 640, height: 400 }],
    ['JPEG, progressive and padded', jpeg(640, 400), { type: 'image/jpeg', width: 640, height: 400 }],
    [
      'lossy WebP',
      webp('VP8 ', [0, 0, 0, 0x9d, 1, 0x2a, 0x80, 2, 0x90, 1]),
      { type: 'image/webp', width: 640, height: 400 },
    ],
    ['lossless WebP', webp('VP8L', [0x2f, 0x7f, 0xc2, 0x63, 0]), { type: 'image/webp', width: 640, height: 400 }],
    [
      'extended WebP',
      webp('VP8X', [0, 0, 0, 0, 0x7f, 2, 0, 0x8f, 1, 0]),
      { type: 'image/webp', width: 640, height: 400 },
    ],
  ])('reads the type and size of a %s from its bytes', (_, bytes, image) =>
    expect(readImage(new Uint8Array(bytes))).toEqual(image),
  )

  it.each([
    ['nothing', []],
    ['a text', ascii('not an image')],
    ['an SVG with a script', ascii('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['a GIF', ascii('GIF89a..........')],
    ['a PNG that breaks off', png(640, 400).slice(0, -8)],
    ['a PNG with something behind it', [...png(640, 400), ...ascii('<script>')]],
    ['a PNG without width', png(0, 400)],
    ['the beginning of a PNG', [0x89, ...ascii('PNG\r\n\u001a\n')]],
    ['a JPEG that breaks off', jpeg(640, 400).slice(0, -2)],
    ['the two ends of a JPEG', [0xff, 0xd8, 0xff, 0xd9]],
    ['a WebP that breaks off', webp('VP8X', [0, 0, 0, 0, 0x7f, 2, 0, 0x8f, 1, 0]).slice(0, -1)],
    ['a sound', [...ascii('RIFF'), ...littleEndian(20), ...ascii('WAVEfmt '), ...Array(12).fill(0)]],
  ])('refuses %s', (_, bytes) => expect(readImage(new Uint8Array(bytes))).toBe('problems.imageUnreadable'))

  it('refuses an image that is too large in bytes or in pixels', () => {
    const large = new Uint8Array(imageLimits.bytes + 1)
    large.set(png(640, 400))
    expect(readImage(large)).toBe('problems.imageTooLarge')
    expect(readImage(new Uint8Array(png(100_000, 100_000)))).toBe('problems.imageTooManyPixels')
    expect(readImage(new Uint8Array(png(10_000, 5_000)))).toMatchObject({ width: 10_000 })
  })
})

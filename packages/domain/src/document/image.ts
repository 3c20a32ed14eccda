import type { ProblemKey } from '../problem/keys.ts'

/** The limits of a document image, about four times a phone's photograph. */
export const imageLimits = { bytes: 10 * 1_048_576, pixels: 50_000_000 } as const

type ImageType = 'image/png' | 'image/jpeg' | 'image/webp'
type ReadImage = { type: ImageType; width: number; height: number }

const textAt = (bytes: Uint8Array, from: number, length: number) =>
  String.fromCharCode(...bytes.subarray(from, from + length))

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array) => new DataView(buffer, byteOffset, byteLength)

const pngSignature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

/** Walks from chunk to chunk: the header must come first, and nothing may follow the end. */
const readPng = (bytes: Uint8Array): ReadImage | undefined => {
  const view = viewOf(bytes)
  if (bytes.length < 33 || textAt(bytes, 12, 4) !== 'IHDR') return undefined
  for (let at = 8; at + 12 <= bytes.length; ) {
    const next = at + 12 + view.getUint32(at)
    if (textAt(bytes, at + 4, 4) === 'IEND')
      return next === bytes.length
        ? { type: 'image/png', width: view.getUint32(16), height: view.getUint32(20) }
        : undefined
    at = next
  }
  return undefined
}

/** The markers that begin a frame and hold its size; C4, C8 and CC are not frames. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

const readJpeg = (bytes: Uint8Array): ReadImage | undefined => {
  const view = viewOf(bytes)
  if (bytes.at(-2) !== 0xff || bytes.at(-1) !== 0xd9) return undefined
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff; ) {
    const marker = view.getUint8(at + 1)
    if (isFrame(marker)) return { type: 'image/jpeg', height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    // A marker may be padded with any number of FF bytes.
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2)
  }
  return undefined
}

const uint24At = (bytes: Uint8Array, at: number) =>
  (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16)

/** Reads the size from each kind of first chunk: lossy, lossless and extended. */
const webpSizes: Readonly<Record<string, (bytes: Uint8Array, view: DataView) => [number, number]>> = {
  'VP8 ': (_, view) => [view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff],
  VP8L: (_, view) => {
    const bits = view.getUint32(21, true)
    return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1]
  },
  VP8X: (bytes) => [uint24At(bytes, 24) + 1, uint24At(bytes, 27) + 1],
}

const readWebp = (bytes: Uint8Array): ReadImage | undefined => {
  const view = viewOf(bytes)
  const whole = view.getUint32(4, true) + 8
  const sizeOf = webpSizes[textAt(bytes, 12, 4)]
  if (!sizeOf || bytes.length < 30 || whole !== bytes.length) return undefined
  const [width, height] = sizeOf(bytes, view)
  return { type: 'image/webp', width, height }
}

/** Chosen by the bytes themselves, because a name or a header can claim anything. */
const readerOf = (bytes: Uint8Array) => {
  if (pngSignature.every((byte, at) => bytes[at] === byte)) return readPng
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return readJpeg
  if (bytes.length >= 16 && textAt(bytes, 0, 4) === 'RIFF' && textAt(bytes, 8, 4) === 'WEBP') return readWebp
  return undefined
}

/**
 * A PNG, JPEG or WebP image of a size that can be shown, or the reason it is refused. Never SVG, which may contain
 * scripts.
 */
export const readImage = (bytes: Uint8Array): ReadImage | ProblemKey => {
  if (bytes.length > imageLimits.bytes) return 'problems.imageTooLarge'
  const image = readerOf(bytes)?.(bytes)
  if (!image || image.width < 1 || image.height < 1) return 'problems.imageUnreadable'
  return image.width * image.height > imageLimits.pixels ? 'problems.imageTooManyPixels' : image
}

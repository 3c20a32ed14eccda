import { decodeQR } from 'qr/decode.js'
import { pdfRects } from './testing-pdf.ts'

const pixelsPerPoint = 3
const quiet = 40

/**
 * What a scanner reads from the QR code in a PDF: its rectangles are drawn as a picture, without the colour band at the
 * top.
 */
export const qrIn = (pdf: Buffer) => {
  const [, ...rects] = pdfRects(pdf)
  const [left, top] = [Math.min(...rects.map(({ x }) => x)), Math.min(...rects.map(({ y }) => y))]
  const right = Math.max(...rects.map(({ x, width }) => x + width))
  const side = Math.ceil((right - left) * pixelsPerPoint) + 2 * quiet
  const data = new Uint8ClampedArray(side * side * 4).fill(255)
  const pixel = (points: number) => Math.round(points * pixelsPerPoint) + quiet
  for (const { x, y, width, height } of rects)
    for (let row = pixel(y - top); row < pixel(y - top + height); row++)
      data.fill(0, (row * side + pixel(x - left)) * 4, (row * side + pixel(x - left + width)) * 4)
  for (let alpha = 3; alpha < data.length; alpha += 4) data[alpha] = 255
  return decodeQR({ width: side, height: side, data })
}

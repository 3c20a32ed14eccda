import { createHash } from 'node:crypto'
import { makeCanvas } from './drawn-image.ts'

/** Number of faces in the demo; a person's card, licence and selfie show the same one. */
export const faces = 8

const skins = [0xf1c9a5, 0xe0ac69, 0xc68642, 0x8d5524]
const hairs = [0x2b1d14, 0x6b4423, 0xb0752d, 0xd9d3c7, 0x101010]
const shirts = [0x3a6ea5, 0x8a3b4b, 0x3b7a57, 0x5b4b8a, 0x444a55, 0xa66a2c, 0x2f7f86]

/** Palette positions of the colours that every drawing uses. */
const ink = { paper: 0, tint: 1, dark: 2, grey: 3, wall: 4, skin: 5, hair: 6, shirt: 7, eye: 8 } as const

const canvasFor = (width: number, height: number, face: number, [paper, tint]: readonly [number, number]) =>
  makeCanvas(width, height, [
    paper,
    tint,
    0x27313d,
    0x9aa5b1,
    0xdfe5ea,
    skins[face % skins.length] ?? 0,
    hairs[face % hairs.length] ?? 0,
    shirts[face % shirts.length] ?? 0,
    0xffffff,
  ])
type Canvas = ReturnType<typeof makeCanvas>

/** An invented face in a box of its own. */
const drawFace = ({ box, oval }: Canvas, x: number, y: number, size: number, face: number) => {
  const at = (share: number) => Math.round(size * share)
  box(x, y, size, at(1.2), ink.wall)
  oval(x + at(0.5), y + at(1.2), at(0.42), at(0.3), ink.shirt)
  box(x, y + at(1.2), size, at(0.32), ink.paper)
  box(x + at(0.43), y + at(0.72), at(0.14), at(0.2), ink.skin)
  oval(x + at(0.5), y + at(0.46), at(face % 2 ? 0.27 : 0.3), at(0.34), ink.hair)
  oval(x + at(0.5), y + at(0.53), at(0.23), at(0.28), ink.skin)
  for (const side of [-1, 1]) {
    oval(x + at(0.5 + side * 0.09), y + at(0.5), at(0.045), at(0.03), ink.eye)
    oval(x + at(0.5 + side * 0.09), y + at(0.5), at(0.02), at(0.025), ink.dark)
  }
  if (face % 3 === 0) for (const side of [-1, 1]) box(x + at(0.43 + side * 0.09), y + at(0.45), at(0.14), 4, ink.dark)
  oval(x + at(0.5), y + at(0.69), at(0.07), at(0.015 + (face % 4) * 0.006), ink.dark)
}

/** Bars in place of a card's text. */
const drawLines = ({ box }: Canvas, x: number, y: number, widths: readonly number[]) => {
  for (const [row, width] of widths.entries()) {
    box(x, y + row * 44, 60, 8, ink.grey)
    box(x, y + row * 44 + 14, width, 14, ink.dark)
  }
}

const cardColours = [0xf3ecdf, 0xc9b58a] as const
const licenceColours = [0xf6e3e6, 0xd98a9a] as const

const front = (title: string, colours: readonly [number, number], face: number) => {
  const canvas = canvasFor(720, 454, face, colours)
  canvas.box(0, 0, 720, 74, ink.tint)
  canvas.write(title, 28, 20, 5, ink.dark)
  canvas.oval(640, 37, 24, 24, ink.paper)
  drawFace(canvas, 36, 106, 220, face)
  drawLines(canvas, 300, 110, [220 + (face % 3) * 40, 300, 180, 240, 150])
  canvas.write('DE EJEMPLO', 300, 366, 6, ink.tint)
  canvas.box(0, 440, 720, 14, ink.tint)
  return canvas.png()
}

const back = (colours: readonly [number, number]) => {
  const canvas = canvasFor(720, 454, 0, colours)
  canvas.box(0, 40, 720, 60, ink.dark)
  drawLines(canvas, 36, 130, [260, 340, 200])
  for (let row = 0; row < 3; row++)
    for (let sign = 0; sign < 30; sign++)
      canvas.box(36 + sign * 21.5, 320 + row * 34, 8 + ((sign * 7 + row * 3) % 9), 16, ink.dark)
  canvas.write('EJEMPLO', 480, 150, 5, ink.tint)
  return canvas.png()
}

const selfie = (face: number) => {
  const canvas = canvasFor(480, 600, face, [0xcfd8dc, 0xb0bec5])
  canvas.box(0, 0, 480, 600, ink.wall)
  canvas.box(300, 0, 120, 260, ink.tint)
  drawFace(canvas, 20, 40, 440, face)
  canvas.write('EJEMPLO', 150, 574, 3, ink.dark)
  return canvas.png()
}

const hashed = (bytes: Buffer) => ({ hash: createHash('sha256').update(bytes).digest('hex'), bytes })

const drawAll = () => {
  const each = (draw: (face: number) => Buffer) => Array.from({ length: faces }, (_, face) => hashed(draw(face)))
  return {
    identityCard: { fronts: each((face) => front('TARJETA', cardColours, face)), back: hashed(back(cardColours)) },
    drivingLicense: {
      fronts: each((face) => front('PERMISO', licenceColours, face)),
      back: hashed(back(licenceColours)),
    },
    selfie: { fronts: each(selfie), back: undefined },
  }
}

let drawn: ReturnType<typeof drawAll> | undefined

/** Drawn once per process, because three tenants share them. */
export const documentImages = () => {
  drawn ??= drawAll()
  return drawn
}

/** Every image of the demo, for the image store. */
export const allDocumentImages = () =>
  Object.values(documentImages()).flatMap(({ fronts, back }) => [...fronts, ...(back ? [back] : [])])

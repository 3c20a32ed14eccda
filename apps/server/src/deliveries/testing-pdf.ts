import { constants, inflateSync } from 'node:zlib'

const signs = new TextDecoder('windows-1252')

/** A stream whose last byte looks like a line break is captured without it. */
const atTheEnd = { finishFlush: constants.Z_SYNC_FLUSH }

/** The drawing commands of one of our PDFs. */
const drawnIn = (pdf: Buffer) =>
  [...pdf.toString('latin1').matchAll(/FlateDecode.*?stream\r?\n(.*?)\r?\nendstream/gs)].map(([, stream = '']) =>
    inflateSync(Buffer.from(stream, 'latin1'), atTheEnd).toString('latin1'),
  )

/** The texts that one of our PDFs draws, in order. */
export const pdfTexts = (pdf: Buffer) => {
  const texts: string[] = []
  for (const drawn of drawnIn(pdf)) {
    for (const [, row = ''] of drawn.matchAll(/\[([^\]]*)\] TJ/g)) {
      const hex = [...row.matchAll(/<([\da-f]*)>/gi)].map(([, part]) => part).join('')
      texts.push(signs.decode(Buffer.from(hex, 'hex')).replaceAll('\u00a0', ' '))
    }
  }
  return texts
}

/** The rectangles that it draws, measured from the top left. */
export const pdfRects = (pdf: Buffer) =>
  drawnIn(pdf).flatMap((drawn) =>
    [...drawn.matchAll(/^(\S+) (\S+) (\S+) (\S+) re$/gm)].map(([, ...figures]) => {
      const [x = 0, y = 0, width = 0, height = 0] = figures.map(Number)
      return { x, y, width, height }
    }),
  )

export const pdfPages = (pdf: Buffer) => Number(/\/Type \/Pages.*?\/Count (\d+)/s.exec(pdf.toString('latin1'))?.[1])

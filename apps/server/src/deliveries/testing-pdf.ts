import { constants, inflateSync } from 'node:zlib'

const signs = new TextDecoder('windows-1252')

/** A stream whose last byte looks like the end of a line comes without it. */
const atTheEnd = { finishFlush: constants.Z_SYNC_FLUSH }

/** The texts that a PDF of ours draws, in their order. */
export const pdfTexts = (pdf: Buffer) => {
  const texts: string[] = []
  const raw = pdf.toString('latin1')
  for (const [, stream = ''] of raw.matchAll(/FlateDecode.*?stream\r?\n(.*?)\r?\nendstream/gs)) {
    const drawn = inflateSync(Buffer.from(stream, 'latin1'), atTheEnd).toString('latin1')
    for (const [, row = ''] of drawn.matchAll(/\[([^\]]*)\] TJ/g)) {
      const hex = [...row.matchAll(/<([\da-f]*)>/gi)].map(([, part]) => part).join('')
      texts.push(signs.decode(Buffer.from(hex, 'hex')).replaceAll('\u00a0', ' '))
    }
  }
  return texts
}

export const pdfPages = (pdf: Buffer) => Number(/\/Type \/Pages.*?\/Count (\d+)/s.exec(pdf.toString('latin1'))?.[1])

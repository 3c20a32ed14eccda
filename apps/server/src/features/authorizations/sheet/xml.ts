import { StringDecoder } from 'node:string_decoder'
import { unreadable } from './sheet-problem.ts'

/** Attributes are passed on unparsed; `attribute` reads a single one when it is needed. */
export type Visitor = {
  open?: (name: string, attributes: string) => void
  close?: (name: string) => void
  text?: (text: string) => void
}

/** No tag of a real sheet is as long as this. */
const longestTag = 1_048_576

const entities = new Map(Object.entries({ lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }))

const decoded = (text: string) =>
  text.includes('&')
    ? text.replaceAll(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex, decimal, name) => {
        if (name) return entities.get(name) ?? whole
        const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
        return code <= 0x10ffff ? String.fromCodePoint(code) : ''
      })
    : text

/** Compiled once per attribute name: there are only a few, and they are read in every cell. */
const patterns = new Map<string, RegExp>()

const patternOf = (name: string) => {
  const known = patterns.get(name) ?? new RegExp(`(?:^|[\\s:])${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`)
  patterns.set(name, known)
  return known
}

export const attribute = (attributes: string, name: string) => {
  const found = patternOf(name).exec(attributes)
  return found && decoded(found[1] ?? found[2] ?? '')
}

const isSpace = (code: number) => code === 32 || code === 9 || code === 10 || code === 13

/** Position of the > that ends a tag, ignoring any within quotes. */
const tagEnd = (text: string, from: number) => {
  let quote = 0
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (quote !== 0) {
      if (code === quote) quote = 0
    } else if (code === 34 || code === 39) quote = code
    else if (code === 62) return at
  }
  return -1
}

const kinds: [start: string, end: string][] = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
]

/**
 * Scans XML as it arrives, without keeping it, with as much of XML as spreadsheets write. A document type is rejected,
 * because entities declared in one can make a small file endless.
 */
const makeScanner = ({ open, close, text }: Visitor) => {
  let rest = ''

  const tag = (inner: string) => {
    const isEnd = inner.startsWith('/')
    const isWhole = inner.endsWith('/')
    let length = isEnd ? 1 : 0
    while (length < inner.length && !isSpace(inner.charCodeAt(length)) && inner[length] !== '/') length++
    const qualified = inner.slice(isEnd ? 1 : 0, length)
    const name = qualified.slice(qualified.indexOf(':') + 1)
    if (isEnd) return close?.(name)
    open?.(name, inner.slice(length, isWhole ? -1 : undefined))
    if (isWhole) close?.(name)
  }

  /** Reads the next text and tag, and gives the position up to which the input was complete. */
  const walk = (from: number, isLast: boolean): number => {
    const start = rest.indexOf('<', from)
    if (start !== from) {
      const end = start < 0 ? rest.length : start
      const piece = rest.slice(from, end)
      // An entity may be split between two chunks.
      const cut = start < 0 && !isLast ? piece.lastIndexOf('&') : -1
      const isCut = cut >= 0 && !piece.includes(';', cut)
      text?.(decoded(isCut ? piece.slice(0, cut) : piece))
      if (start < 0) return isCut ? from + cut : end
    }
    const sign = rest.charCodeAt(start + 1)
    const isTag = sign !== 33 && sign !== 63
    const kind = isTag ? undefined : kinds.find(([begin]) => rest.startsWith(begin, start))
    if (kind) {
      const end = rest.indexOf(kind[1], start + kind[0].length)
      if (end < 0) return start
      if (kind[0] === '<![CDATA[') text?.(rest.slice(start + kind[0].length, end))
      return end + kind[1].length
    }
    if (!isTag && rest.startsWith('<!DOCTYPE', start)) throw unreadable()
    // This may be just the beginning of one of the markers above.
    if (!isTag && rest.length - start < 9 && !isLast) return start
    const end = tagEnd(rest, start + 1)
    if (end < 0) return start
    tag(rest.slice(start + 1, end))
    return end + 1
  }

  const write = (more: string, isLast: boolean) => {
    rest += more
    let at = 0
    while (at < rest.length) {
      const next = walk(at, isLast)
      if (next === at) break
      at = next
    }
    rest = rest.slice(at)
    if (rest.length > longestTag || (isLast && rest.trim() !== '')) throw unreadable()
  }
  return write
}

/** Scans a document; after each chunk `settle` gives the visitor time for asynchronous work. */
export const scanXml = async (chunks: AsyncIterable<Buffer>, visitor: Visitor, settle = async () => {}) => {
  const write = makeScanner(visitor)
  const decoder = new StringDecoder('utf8')
  for await (const chunk of chunks) {
    write(decoder.write(chunk), false)
    await settle()
  }
  write(decoder.end(), true)
  await settle()
}

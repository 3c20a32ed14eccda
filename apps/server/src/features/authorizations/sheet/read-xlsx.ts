import { posix } from 'node:path'
import type { SheetCell } from '@parada/domain/authorization/sheet/cells'
import { columnLetter } from '@parada/domain/authorization/sheet/columns'
import { sheetLimits } from '@parada/domain/authorization/sheet/limits'
import { SheetProblem, unreadable } from './sheet-problem.ts'
import { attribute, scanXml, type Visitor } from './xml.ts'
import { openZip, type Zip } from './zip.ts'

/** A row with its number in the sheet. */
export type SheetRow = { number: number; cells: SheetCell[] }

/** Receives the rows as they are read; `settle` is awaited after every chunk so that it can catch up. */
export type RowTaker = { take: (row: SheetRow) => void; settle: () => Promise<void> }

/** Limit for all shared texts together. Each one is cut at the limit of a cell, so a real sheet of people has less. */
const mostText = 10_000_000
/** Counted for each text besides its characters, so that endless empty texts reach the limit too. */
const textOverhead = 16
/** Maximum number of formats, relations or sheets; Excel itself has no more. */
const mostEntries = 65_536
/** The last row in Excel. */
const lastRow = 1_048_576

/**
 * Keeps lists short, because a thread that allocates too much memory at once is not stopped by its resource limits but
 * takes the whole server down.
 */
const countEntry = (size: number) => {
  if (size >= mostEntries) throw unreadable()
}

const relationsOf = async (zip: Zip, of: string) => {
  const path = posix.join(posix.dirname(of), '_rels', `${posix.basename(of)}.rels`)
  const found: { id: string; type: string; target: string }[] = []
  if (!zip.has(path)) return found
  await scanXml(zip.unpack(path), {
    open: (name, attributes) => {
      if (name !== 'Relationship') return
      countEntry(found.length)
      const target = attribute(attributes, 'Target') ?? ''
      found.push({
        id: attribute(attributes, 'Id') ?? '',
        type: attribute(attributes, 'Type') ?? '',
        target: target.startsWith('/') ? target.slice(1) : posix.join(posix.dirname(of), target),
      })
    },
  })
  return found
}

/** The first visible sheet, and the parts with the texts and formats of the workbook. */
const partsOf = async (zip: Zip) => {
  const root = await relationsOf(zip, '')
  const book = root.find(({ type }) => type.endsWith('/officeDocument'))?.target ?? 'xl/workbook.xml'
  if (!zip.has(book)) throw unreadable()
  const relations = await relationsOf(zip, book)
  const sheets: { id: string; isHidden: boolean }[] = []
  let daysLater = 0
  await scanXml(zip.unpack(book), {
    open: (name, attributes) => {
      if (name === 'sheet') {
        countEntry(sheets.length)
        sheets.push({
          id: attribute(attributes, 'id') ?? '',
          isHidden: (attribute(attributes, 'state') ?? 'visible') !== 'visible',
        })
      }
      // Files from old Macs count days from 1904.
      if (name === 'workbookPr' && /^(1|true)$/.test(attribute(attributes, 'date1904') ?? '')) daysLater = 1_462
    },
  })
  const chosen = sheets.find(({ isHidden }) => !isHidden)
  const sheet = relations.find(({ id }) => id === chosen?.id)?.target
  if (!sheet || !zip.has(sheet)) throw unreadable()
  const part = (kind: string) => {
    const target = relations.find(({ type }) => type.endsWith(`/${kind}`))?.target
    return target && zip.has(target) ? target : undefined
  }
  return { sheet, texts: part('sharedStrings'), styles: part('styles'), daysLater }
}

/** Excel escapes characters that XML cannot hold as _xHHHH_. */
const unescaped = (text: string) =>
  text.includes('_x')
    ? text.replaceAll(/_x([\dA-Fa-f]{4})_/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    : text

const cutLength = sheetLimits.cell + 1

/** Joins pieces of text, up to one character more than a cell may have so that longer ones are noticed. */
const collector = () => {
  let whole = ''
  return {
    add: (text: string) => {
      if (whole.length < cutLength) whole = (whole + text).slice(0, cutLength)
    },
    take: () => {
      const text = unescaped(whole)
      whole = ''
      return text
    },
  }
}

const sharedTexts = async (zip: Zip, part: string | undefined) => {
  const texts: string[] = []
  if (!part) return texts
  const piece = collector()
  let isText = false
  let isPhonetic = false
  let size = 0
  await scanXml(zip.unpack(part), {
    open: (name) => {
      if (name === 't') isText = !isPhonetic
      else if (name === 'rPh') isPhonetic = true
    },
    text: (text) => isText && piece.add(text),
    close: (name) => {
      if (name === 't') isText = false
      else if (name === 'rPh') isPhonetic = false
      else if (name === 'si') {
        const text = piece.take()
        size += text.length + textOverhead
        if (size > mostText) throw new SheetProblem('problems.sheetBomb', { part })
        texts.push(text)
      }
    },
  })
  return texts
}

type Format = 'day' | { digits: number } | undefined

/** Excel's built-in formats for dates and times, by number. */
const isDayFormat = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)

const formatOf = (id: number, code: string | undefined): Format => {
  if (code === undefined) return isDayFormat(id) ? 'day' : undefined
  const signs = code.replaceAll(/"[^"]*"|\[[^\]]*\]|\\.|_.|\*./g, '')
  if (/^0{2,}$/.test(signs)) return { digits: signs.length }
  return /[dmyhs]/i.test(signs) && !/general/i.test(signs) ? 'day' : undefined
}

/** How each cell style presents a number: as a day, with leading zeros, or as it is. */
const formatsOf = async (zip: Zip, part: string | undefined) => {
  const formats: Format[] = []
  if (!part) return formats
  const codes = new Map<number, string>()
  let isCells = false
  await scanXml(zip.unpack(part), {
    open: (name, attributes) => {
      countEntry(Math.max(formats.length, codes.size))
      const id = Number(attribute(attributes, 'numFmtId') ?? 0)
      if (name === 'numFmt') codes.set(id, attribute(attributes, 'formatCode') ?? '')
      else if (name === 'cellXfs') isCells = true
      else if (name === 'xf' && isCells) formats.push(formatOf(id, codes.get(id)))
    },
    close: (name) => {
      if (name === 'cellXfs') isCells = false
    },
  })
  return formats
}

const numberCell = (text: string, format: Format, daysLater: number): SheetCell => {
  const number = Number(text)
  if (text.trim() === '' || !Number.isFinite(number)) return text.trim() || null
  if (format === 'day') return { day: number + daysLater }
  // A user number of 0002 is stored as 2 with a format of four digits.
  if (format && Number.isInteger(number) && number >= 0) return String(number).padStart(format.digits, '0')
  return number
}

const columnOf = (reference: string) => {
  let column = 0
  for (let at = 0; at < reference.length; at++) {
    const letter = reference.charCodeAt(at) & ~32
    if (letter < 65 || letter > 90) break
    column = column * 26 + letter - 64
    if (column > 20_000) throw unreadable()
  }
  return column - 1
}

/** Passes on the non-empty rows of the first visible sheet. */
export const readXlsx = async (file: Buffer, { take, settle }: RowTaker) => {
  const zip = openZip(file)
  const { sheet, texts: textPart, styles, daysLater } = await partsOf(zip)
  const texts = await sharedTexts(zip, textPart)
  const formats = await formatsOf(zip, styles)

  let row: SheetRow = { number: 0, cells: [] }
  let cell = { column: -1, type: '', style: 0, isFormula: false }
  const piece = collector()
  let isValue = false
  let isPhonetic = false

  const cellValue = (): SheetCell => {
    const text = piece.take()
    if (cell.isFormula) return { isFormula: true }
    if (cell.type === 's') return texts[Number(text)] || null
    if (cell.type === 'b') return text === '1' ? 'TRUE' : 'FALSE'
    if (cell.type === 'e') return { error: text }
    if (cell.type === '' || cell.type === 'n') return numberCell(text, formats[cell.style], daysLater)
    return text || null
  }
  const endCell = () => {
    const value = cellValue()
    if (value === null) return
    if (cell.column >= sheetLimits.columns)
      throw new SheetProblem('problems.sheetTooManyColumns', {
        row: row.number,
        column: columnLetter(cell.column),
        most: sheetLimits.columns,
      })
    while (row.cells.length < cell.column) row.cells.push(null)
    row.cells[cell.column] = value
  }

  const visitor: Visitor = {
    open: (name, attributes) => {
      if (name === 'c') {
        const reference = attribute(attributes, 'r')
        cell = {
          column: reference ? columnOf(reference) : cell.column + 1,
          type: attribute(attributes, 't') ?? '',
          style: Number(attribute(attributes, 's') ?? 0),
          isFormula: false,
        }
      } else if (name === 'v' || name === 't') isValue = !isPhonetic
      else if (name === 'f') cell.isFormula = true
      else if (name === 'rPh') isPhonetic = true
      else if (name === 'row') {
        const number = Number(attribute(attributes, 'r') ?? row.number + 1)
        if (!Number.isInteger(number) || number <= row.number || number > lastRow) throw unreadable()
        row = { number, cells: [] }
        cell = { ...cell, column: -1 }
      }
    },
    text: (text) => isValue && piece.add(text),
    close: (name) => {
      if (name === 'v' || name === 't') isValue = false
      else if (name === 'rPh') isPhonetic = false
      else if (name === 'c') endCell()
      else if (name === 'row' && row.cells.length > 0) take(row)
    },
  }
  await scanXml(zip.unpack(sheet), visitor, settle)
}

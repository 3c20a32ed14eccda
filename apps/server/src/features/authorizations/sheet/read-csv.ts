import { isUtf8 } from 'node:buffer'
import { columnLetter } from '@parada/domain/authorization/sheet/columns'
import { sheetLimits } from '@parada/domain/authorization/sheet/limits'
import type { RowTaker } from './read-xlsx.ts'
import { SheetProblem, unreadable } from './sheet-problem.ts'

/** Excel in Spain saves CSV as windows-1252 and "Unicode text" as UTF-16. */
const encodingOf = (file: Buffer) => {
  if (file[0] === 0xff && file[1] === 0xfe) return 'utf-16le'
  if (file.subarray(0, 4_096).includes(0)) throw unreadable()
  return isUtf8(file) ? 'utf-8' : 'windows-1252'
}

const separators = [';', ',', '\t']

/** The separator that occurs most often in the headings. */
const separatorOf = (text: string) => {
  const [line = ''] = text.replaceAll(/"(?:[^"]|"")*"/g, '').split(/\r?\n|\r/, 1)
  const count = (sign: string) => line.split(sign).length
  return separators.reduce((best, sign) => (count(sign) > count(best) ? sign : best))
}

const piece = 65_536

/** Passes on the non-empty rows of a CSV file, numbered as a spreadsheet would show them. */
export const readCsv = async (file: Buffer, taker: RowTaker) => {
  const decoder = new TextDecoder(encodingOf(file))
  let separator = ''
  let number = 1
  let cells: string[] = []
  let column = 0
  let cell = ''
  /** Position within a cell: in plain text, inside quotes, or after a quote that may be the closing one. */
  let state = 'plain' as 'plain' | 'quoted' | 'behind'
  let hasReturn = false

  const endCell = () => {
    if (cells.length < sheetLimits.columns) cells.push(cell)
    else if (cell !== '')
      throw new SheetProblem('problems.sheetTooManyColumns', {
        row: number,
        column: columnLetter(column),
        most: sheetLimits.columns,
      })
    column++
    cell = ''
    state = 'plain'
  }
  const endRow = () => {
    endCell()
    if (cells.some((text) => text.trim() !== '')) taker.take({ number, cells: cells.map((text) => text || null) })
    number++
    cells = []
    column = 0
  }
  const add = (sign: string) => {
    if (cell.length <= sheetLimits.cell) cell += sign
  }
  const take = (sign: string) => {
    if (state === 'quoted') {
      if (sign === '"') state = 'behind'
      else add(sign)
      return
    }
    const isSecondOfReturn = hasReturn && sign === '\n'
    hasReturn = sign === '\r'
    if (isSecondOfReturn) return
    if (sign === separator) endCell()
    else if (sign === '\n' || sign === '\r') endRow()
    else if (sign === '"' && state === 'behind') {
      add('"')
      state = 'quoted'
    } else if (sign === '"' && cell === '') state = 'quoted'
    else add(sign)
  }

  for (let at = 0; at < file.length; at += piece) {
    const text = decoder.decode(file.subarray(at, at + piece), { stream: true })
    separator ||= separatorOf(text)
    for (const sign of text) take(sign)
    await taker.settle()
  }
  for (const sign of decoder.decode()) take(sign)
  if (state === 'quoted') throw new SheetProblem('problems.sheetQuoteOpen', { row: number })
  if (cell !== '' || cells.length > 0) endRow()
  await taker.settle()
}

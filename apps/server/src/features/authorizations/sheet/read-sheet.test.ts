import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { deflateRawSync } from 'node:zlib'
import type { SheetCell } from '@parada/domain/authorization/sheet/cells'
import { sheetLimits } from '@parada/domain/authorization/sheet/limits'
import { fields, text, time } from '@parada/domain/list/fields'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ZipFile } from 'yazl'
import { clockIn } from '../../../exports/clock.ts'
import { excelFile } from '../../../exports/excel.ts'
import { columnsFor } from '../../../exports/table.ts'
import { textsIn } from '../../../exports/texts.ts'
import { readSheet } from './read-sheet.ts'
import { SheetProblem } from './sheet-problem.ts'

type Rows = { number: number; cells: SheetCell[] }[]

const rowsOf = async (file: Buffer) => {
  const rows: Rows = []
  await readSheet(file, { take: (row) => rows.push(row), settle: async () => {} })
  return rows
}

const problemOf = async (file: Buffer) => {
  try {
    await rowsOf(file)
    return undefined
  } catch (error) {
    if (error instanceof SheetProblem) return error.said
    throw error
  }
}

const sample = (name: string) => readFile(join(import.meta.dirname, 'samples', name))

const workbook = async (sheet: string | Buffer, more: Record<string, string> = {}) => {
  const zip = new ZipFile()
  const parts: Record<string, string | Buffer> = {
    'xl/workbook.xml': '<workbook><sheets><sheet name="a" sheetId="1" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="r1" Type="x/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="x/sharedStrings" Target="sharedStrings.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': sheet,
    ...more,
  }
  for (const [path, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), path)
  zip.end()
  return buffer(zip.outputStream)
}

const sheetOf = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`

describe('a workbook', () => {
  it('from LibreOffice is read: first visible sheet, dates, leading zeros, line breaks and formulas', async () => {
    const [header, ...rows] = await rowsOf(await sample('libre-office.xlsx'))
    expect(header?.cells.slice(0, 3)).toEqual(['Código de abonado', 'Número de usuario', 'Nombre'])
    expect(rows).toEqual([
      {
        number: 2,
        cells: [6101, 9701, 'Marta', 'Ruiz & Söhne', '+34 600 777 101', { day: 46_387 }, 5, '6101-07', 'Ventas', 1010],
      },
      {
        number: 3,
        cells: [
          '6101',
          '9702',
          'José\nMaría',
          'de la "O"',
          600_777_102,
          { day: 46_418 },
          null,
          '6101-08',
          'Ventas',
          1010,
        ],
      },
      { number: 4, cells: [6101, '0703', 'Ñaño', null, null, null, null, '6101-09', 'Ventas', 1010] },
      { number: 5, cells: [6101, 9704, 'Fórmula', null, null, null, { isFormula: true }, '6101-09', 'Ventas', 1010] },
    ])
  })

  it('written by hand is read: other part names and prefixes, no cell references, dates from 1904, split texts', async () =>
    expect(await rowsOf(await sample('python-zipfile.xlsx'))).toEqual([
      {
        number: 1,
        cells: [
          'userNumber',
          'SUBSCRIBER CODE',
          'First name',
          'Expires',
          'authorizationBreak1',
          'authorizationBreak2',
          'idTravelGroup',
        ],
      },
      { number: 4, cells: [9801, 6101, 'Iris & Ñ', { day: 46_387 }, '6101-07', 'Ventas', 1010] },
      { number: 5, cells: [9802, 6101, { isFormula: true }, null, '6101-07', 'Ventas', 1010] },
      { number: 6, cells: [9803, 6101, '<b>A_x0041_</b>', { error: '#N/A' }] },
    ]))

  it('reads back what was written into it', async () => {
    const typed = fc
      .string({ unit: 'binary', maxLength: 60 })
      .map((one) => one.replaceAll(/[^\P{Cc}\n\t]|\p{Cs}|[\ufffe\uffff]/gu, ''))
    const moment = fc.integer({ min: 1_000, max: 60_000 }).map((day) => day * 86_400_000)
    const people = fields({ firstName: text, lastName: text, expirationDate: time })
    const say = textsIn('en')
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(typed, typed, moment), { minLength: 1, maxLength: 20 }), async (rows) => {
        async function* batches() {
          yield rows
        }
        const table = {
          ...columnsFor(people, Object.keys(people), say),
          ...{ title: 'People', tenant: '', language: 'en' as const, say, about: [] },
          ...{ clock: clockIn('UTC'), count: rows.length, batches: batches() },
        }
        const [, ...read] = await rowsOf(await buffer(await excelFile(table)))
        expect(read).toEqual(
          rows.map(([first, last, at], index) => ({
            number: index + 2,
            cells: [first || null, last || null, { day: expect.closeTo(at / 86_400_000 + 25_569, 6) }],
          })),
        )
      }),
      { numRuns: 50 },
    )
  })

  it('keeps an unknown entity as it was written', async () => {
    const row = '<row r="1"><c t="inlineStr"><is><t>&lt;&constructor;&gt;</t></is></c></row>'
    expect(await rowsOf(await workbook(sheetOf(row)))).toMatchObject([{ cells: ['<&constructor;>'] }])
  })

  it('has its texts read correctly wherever the chunks are cut', async () => {
    const long = `a&amp;b${'é🚕'.repeat(400)}`
    const rows = Array.from(
      { length: 400 },
      (_, at) => `<row r="${at + 1}"><c t="inlineStr"><is><t>${long}</t></is></c></row>`,
    )
    const read = await rowsOf(await workbook(sheetOf(rows.join(''))))
    expect(new Set(read.map(({ cells }) => cells[0]))).toEqual(new Set([long.replace('&amp;', '&')]))
  })

  it('is rejected if it uses a column beyond the limit', async () =>
    expect(await problemOf(await workbook(sheetOf('<row r="3"><c r="CA3"><v>1</v></c></row>')))).toEqual({
      problem: 'problems.sheetTooManyColumns',
      values: { row: 3, column: 'CA', most: sheetLimits.columns },
    }))
})

/** A zip part that states a smaller size than it has. */
const lying = async (size: number) => {
  const packed = deflateRawSync(Buffer.alloc(size, ' '), { level: 9 })
  const zip = await workbook('PLACE'.repeat(3))
  const name = Buffer.from('xl/worksheets/sheet1.xml')
  const local = zip.indexOf(name) - 30
  const entry = zip.lastIndexOf(name) - 46
  const length = zip.readUInt32LE(entry + 20)
  const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
  const moved = packed.length - length
  const bomb = Buffer.concat([zip.subarray(0, from), packed, zip.subarray(from + length)])
  bomb.writeUInt16LE(8, entry + moved + 10)
  bomb.writeUInt32LE(packed.length, entry + moved + 20)
  const end = bomb.length - 22
  bomb.writeUInt32LE(bomb.readUInt32LE(end + 16) + moved, end + 16)
  return bomb
}

describe('a file that is not a valid sheet', () => {
  it.each([
    ['an old Excel file', () => sample('libre-office.xls'), 'problems.sheetOldFormat'],
    ['a document of another kind', () => sample('libre-office.ods'), 'problems.sheetUnreadable'],
    [
      'a file with a password',
      async () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from('EncryptedPackage', 'utf16le')]),
      'problems.sheetEncrypted',
    ],
    ['half a zip file', async () => (await sample('libre-office.xlsx')).subarray(0, 3_000), 'problems.sheetUnreadable'],
    ['a picture', async () => Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 0]), 'problems.sheetUnreadable'],
    [
      'entities of its own',
      () => workbook('<!DOCTYPE a [<!ENTITY b "bbbbbb">]><worksheet><sheetData/></worksheet>'),
      'problems.sheetUnreadable',
    ],
    [
      'tags without an end',
      () => workbook(`<worksheet ${Array.from({ length: 300_000 }, (_, at) => at * 7_919).join(' ')}`),
      'problems.sheetUnreadable',
    ],
  ])('is rejected: %s', async (_, file, problem) => expect(await problemOf(await file())).toMatchObject({ problem }))

  it('is not unpacked to the end once it is too large, whatever size it states', async () => {
    const bomb = await lying(90_000_000)
    expect(bomb.length).toBeLessThan(200_000)
    expect(await problemOf(bomb)).toEqual({
      problem: 'problems.sheetBomb',
      values: { part: 'xl/worksheets/sheet1.xml' },
    })
  })

  it('raises only sheet problems, whatever bytes are changed', async () => {
    const book = await sample('libre-office.xlsx')
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(book.length - 1), fc.nat(255)), { maxLength: 30 }), async (changes) => {
        const broken = Buffer.from(book)
        for (const [at, byte] of changes) broken[at] = byte
        await problemOf(broken)
      }),
      { numRuns: 200 },
    )
  })
})

describe('a CSV file', () => {
  it.each([
    ['semicolons', 'a;b\n1;2\n', undefined],
    ['commas and a mark in front', '\ufeffa,b\r\n1,2', undefined],
    ['tabs and old line ends', 'a\tb\r1\t2\r', undefined],
    ['UTF-16', '\ufeffa\tb\r\n1\t2', 'utf16le' as const],
  ])('is read with %s', async (_, text, encoding) =>
    expect(await rowsOf(Buffer.from(text, encoding))).toEqual([
      { number: 1, cells: ['a', 'b'] },
      { number: 2, cells: ['1', '2'] },
    ]),
  )

  it('can have quotes, separators and line breaks in its cells, and empty rows', async () =>
    expect(await rowsOf(Buffer.from('"a;""x""\n1";b\n;\n\nc;d\n'))).toEqual([
      { number: 1, cells: ['a;"x"\n1', 'b'] },
      { number: 4, cells: ['c', 'd'] },
    ]))

  it('from an old Excel keeps its accents', async () =>
    expect(await rowsOf(Buffer.from('Código;Ñ\n', 'latin1'))).toEqual([{ number: 1, cells: ['Código', 'Ñ'] }]))

  it('is rejected with the row of an unclosed quotation mark', async () =>
    expect(await problemOf(Buffer.from('a;b\n1;"2\n3;4\n'))).toEqual({
      problem: 'problems.sheetQuoteOpen',
      values: { row: 2 },
    }))
})

import { randomBytes } from 'node:crypto'
import { PassThrough, type Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { AuthorizationSheet, AuthorizationSheetRow } from '@parada/contract/calls/authorization-sheets'
import type { Envelope } from '@parada/contract/kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ZipFile } from 'yazl'
import { type TestAuthorizations, testAuthorizations } from './testing.ts'

let desk: TestAuthorizations
beforeAll(async () => {
  desk = await testAuthorizations()
})
afterAll(() => desk.stop())

const upload = async (file: Buffer | Readable, token = desk.operator) => {
  const answered = await desk.server.app.inject({
    method: 'POST',
    url: '/api/authorizations/demo/sheets?fileName=people.csv&idPaymentAccount=101',
    headers: { token, 'content-type': 'application/octet-stream' },
    payload: file,
  })
  const { meta, response } = answered.json() as Envelope<{ sheet: AuthorizationSheet }>
  return { status: answered.statusCode, meta, sheet: response?.sheet }
}

const rowsOf = async (id: number | undefined) => {
  const { response } = await desk.ask<{ rows: AuthorizationSheetRow[] }>(`sheets/${id}/rows`)
  return response?.rows ?? []
}

const targets = { worksheet: 'sheet1.xml', sharedStrings: 'texts.xml', styles: 'styles.xml' }

const workbook = async (parts: { [Kind in keyof typeof targets]?: string | Buffer }) => {
  const zip = new ZipFile()
  const relations = Object.entries(targets).map(
    ([kind, target]) => `<Relationship Id="${kind}" Type="x/${kind}" Target="${target}"/>`,
  )
  const add = (path: string, content: string | Buffer) => zip.addBuffer(Buffer.from(content), path)
  add('xl/workbook.xml', '<workbook><sheets><sheet name="a" r:id="worksheet"/></sheets></workbook>')
  add('xl/_rels/workbook.xml.rels', `<Relationships>${relations.join('')}</Relationships>`)
  for (const [kind, target] of Object.entries(targets)) {
    const content = parts[kind as keyof typeof targets]
    if (content !== undefined) add(`xl/${target}`, content)
  }
  zip.end()
  return buffer(zip.outputStream)
}

/** An incompressible comment: it keeps the compression ratio of the part below the limit for zip bombs. */
const ballast = () => `<!--${randomBytes(400_000).toString('base64')}-->`

const endless = (start: string, tag: string) =>
  Buffer.concat([Buffer.from(start + ballast()), Buffer.alloc(75_000_000, tag)])

const oneCell = '<row r="1"><c t="inlineStr"><is><t>Subscriber code</t></is></c></row>'

/** A thread that allocates too much memory at once brings down the whole server, whatever its resource limits. */
describe('a sheet made to break the server is rejected', () => {
  it.each([
    ['endless empty cells', async () => Buffer.alloc(10_485_760, ';'), 'problems.sheetEmpty'],
    [
      'endless empty texts',
      () => workbook({ worksheet: oneCell, sharedStrings: endless('<sst>', '<si/>') }),
      'problems.sheetBomb',
    ],
    [
      'endless formats',
      () => workbook({ worksheet: oneCell, styles: endless('<cellXfs>', '<xf/>') }),
      'problems.sheetUnreadable',
    ],
    [
      'one long text in 95,000 cells',
      () => {
        const heading = ['Subscriber code', 'User number', 'First name', 'Last name', 'Expires']
        const headings = heading.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')
        const row = `<row>${'<c t="s"><v>0</v></c>'.repeat(heading.length)}</row>`
        return workbook({
          worksheet: `<sheetData>${ballast()}<row>${headings}</row>${row.repeat(19_000)}</sheetData>`,
          sharedStrings: `<si><t>${'x'.repeat(2_000)}</t></si>`,
        })
      },
      'problems.sheetTooLarge',
    ],
    [
      'a row number beyond the last row of Excel',
      () => workbook({ worksheet: oneCell.replace('r="1"', 'r="3000000000"') }),
      'problems.sheetUnreadable',
    ],
  ])('%s', async (_, make, problem) => {
    expect(await upload(await make())).toMatchObject({ status: 400, meta: { field: 'file', problem } })
  })
})

describe('characters that the database cannot store', () => {
  it('cause their row to be refused and are shown as replacement characters', async () => {
    const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`
    const worksheet = [
      ['Subscriber code', 'User number', 'First name', 'Reason'],
      ['6101', '7901', 'O_x0000_lga', '&#xD800;'],
      ['6101', '7902', 'O&#xDC00;lga', ''],
    ]
    const rows = worksheet.map((cells) => `<row>${cells.map(text).join('')}</row>`)
    const { status, sheet } = await upload(await workbook({ worksheet: rows.join('') }))
    expect(status).toBe(201)
    expect(sheet?.counts).toMatchObject({ new: 0, refused: 2 })
    expect((await rowsOf(sheet?.id)).map(({ cells }) => cells)).toEqual([
      ['6101', '7901', 'O\ufffdlga', '\ufffd'],
      ['6101', '7902', 'O\ufffdlga', ''],
    ])
  })
})

describe('concurrent uploads', () => {
  it('are limited to two per user, and a third gets 503 before its body is received', async () => {
    const csv = 'Subscriber code;User number\n6101;7911\n'
    const streams = [new PassThrough(), new PassThrough(), new PassThrough()]
    const [first, second, third] = streams.map((stream) => upload(stream))
    expect(await Promise.race([first, second, third])).toMatchObject({
      status: 503,
      meta: { problem: 'problems.filesBusy' },
    })
    const other = await desk.withGrants({ editAuthorizationByPA: '101' })
    expect((await upload(Buffer.from(csv), other)).status).toBe(201)
    for (const stream of streams) stream.end(csv)
    expect((await Promise.all([first, second, third])).map((answer) => answer?.status).toSorted()).toEqual([
      201, 201, 503,
    ])
    expect((await upload(Buffer.from(csv))).status).toBe(201)
  })
})

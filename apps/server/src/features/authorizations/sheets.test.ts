import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { AuthorizationSheet, AuthorizationSheetRow } from '@parada/contract/calls/authorization-sheets'
import type { Envelope } from '@parada/contract/kit'
import { tidy } from '@parada/db/queries/sessions'
import { sheetLimits } from '@parada/domain/authorization/sheet/limits'
import readExcel from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ZipFile } from 'yazl'
import { type TestAuthorizations, testAuthorizations } from './testing.ts'

let desk: TestAuthorizations
beforeAll(async () => {
  desk = await testAuthorizations()
})
afterAll(() => desk.stop())

const heading =
  'Subscriber code;User number;First name;Last name;Mobile number;Expires;Authorization field 1;Authorization field 2;Travel group'
/** The form of the account accepts four digits, so each test has its own range. */
const starts: Record<string, number> = {
  ...{
    s: 7000,
    d: 7010,
    a: 7020,
    x: 7040,
    w: 7100,
    l: 7300,
    c: 7500,
    z: 7800,
    p: 7810,
    g: 7820,
    r: 7830,
    t: 7840,
    m: 1000,
  },
}
const numberOf = (name: string) =>
  /^\d/.test(name) ? name : String((starts[name[0] ?? ''] ?? 0) + Number(name.slice(1)))
const personOf = (number: string, name = 'Olga', more: Partial<Record<'mobile' | 'expires' | 'cost', string>> = {}) =>
  `6101;${numberOf(number)};${name};Inventada;${more.mobile ?? ''};${more.expires ?? ''};${more.cost ?? '6101-07'};Ventas;1010`
const csv = (...rows: string[]) => Buffer.from([heading, ...rows].join('\n'))

type Upload = { query?: string; token?: string; tenant?: string; type?: string }

const upload = async (
  file: Buffer,
  { query = 'idPaymentAccount=101', token = desk.operator, ...more }: Upload = {},
) => {
  const { tenant = 'demo', type = 'application/octet-stream' } = more
  const answered = await desk.server.app.inject({
    method: 'POST',
    url: `/api/authorizations/${tenant}/sheets?fileName=people.csv&${query}`,
    headers: { token, 'content-type': type },
    payload: file,
  })
  const { meta, response } = answered.json() as Envelope<{ sheet: AuthorizationSheet }>
  return { status: answered.statusCode, meta, sheet: response?.sheet }
}

const uploaded = async (file: Buffer, more: Upload = {}) => {
  const { sheet, meta } = await upload(file, more)
  if (!sheet) throw new Error(meta.errorMessage)
  return sheet
}

const rowsOf = async (id: number, query = '', token = desk.operator) => {
  const { response } = await desk.ask<{ rows: AuthorizationSheetRow[]; total: number }>(`sheets/${id}/rows?${query}`, {
    token,
  })
  return response?.rows ?? []
}

const write = (id: number, token = desk.operator) =>
  desk.ask<{ sheet: AuthorizationSheet }>(`sheets/${id}/write`, { method: 'POST', token })

const writeAll = async (id: number) => {
  for (;;) {
    const { response } = await write(id)
    if (!response) throw new Error('The sheet is gone')
    if (response.sheet.left === 0) return response.sheet
  }
}

const download = async (path: string, token = desk.operator) => {
  const url = `/api/authorizations/demo/sheets/${path}`
  const answered = await desk.server.app.inject({ method: 'GET', url, headers: { token } })
  return { status: answered.statusCode, file: answered.rawPayload, headers: answered.headers }
}

const tableIn = async (file: Buffer) => {
  const [sheet] = await readExcel(file)
  return sheet?.data ?? []
}

const find = async (userNumber: string) =>
  (await desk.list(`subscriberCode=6101&userNumber=${numberOf(userNumber)}`)).rows[0]

const journalOf = (id: number) =>
  desk.server.database.inTenant(1, (tx) =>
    tx.selectFrom('authorization_journal').selectAll().where('id_authorization', '=', id).execute(),
  )

const count = async () => (await desk.list('resultsPerPage=1')).meta.totalQueryCount

describe('the preview', () => {
  it('marks each row as new, changed, unchanged or refused, and writes nothing', async () => {
    const [known, other] = [
      await desk.made({ firstName: 'Conocida', authorizationBreak1: '6101-07' }),
      await desk.made({ firstName: 'Otra', mobileNumber: '600777002' }),
    ]
    const before = await count()
    const sheet = await uploaded(
      csv(
        personOf('s1', 'Nueva'),
        personOf(known.userNumber, 'Cambiada', { mobile: known.mobileNumber }),
        personOf(other.userNumber, 'Otra', { mobile: '+34 600-777-002' }),
        personOf('s2', 'Mala', { mobile: 'x', expires: '31/02/2026' }),
      ),
    )
    expect(sheet).toMatchObject({ counts: { new: 1, changed: 1, unchanged: 1, refused: 1 }, written: 0, left: 2 })
    expect(sheet.columns[1]).toEqual({ field: 'userNumber', heading: 'User number' })
    const rows = await rowsOf(sheet.id)
    expect(rows.map(({ number, kind }) => [number, kind])).toEqual([
      [2, 'new'],
      [3, 'changed'],
      [4, 'unchanged'],
      [5, 'refused'],
    ])
    expect(rows[1]?.before).toEqual({ firstName: 'Conocida' })
    expect(rows[3]?.problems).toMatchObject([
      { field: 'mobileNumber', problem: 'problems.phoneInvalid' },
      { field: 'expirationDate', errorMessage: 'Enter a date such as 31/12/2026' },
    ])
    expect(await rowsOf(sheet.id, 'kind=refused')).toHaveLength(1)
    expect(await rowsOf(sheet.id, 'pageNumber=1&resultsPerPage=3')).toHaveLength(1)
    expect(await count()).toBe(before)
    expect(await find('s1')).toBeUndefined()
  })

  it.each([
    ['LibreOffice', 'libre-office.xlsx', { new: 3, refused: 1 }],
    ['another program', 'python-zipfile.xlsx', { new: 1, refused: 2 }],
  ])('reads a workbook from %s', async (_, name, counts) => {
    const file = await readFile(join(import.meta.dirname, 'sheet/samples', name))
    expect((await uploaded(file)).counts).toMatchObject(counts)
  })

  it('refuses two rows about the same person, each naming the other row', async () => {
    const { id, counts } = await uploaded(csv(personOf('d1'), personOf('d2'), personOf('d1', 'Otra')))
    expect(counts).toMatchObject({ new: 1, refused: 2 })
    const refused = await rowsOf(id, 'kind=refused')
    expect(refused.map(({ number, problems }) => [number, problems[0]?.problem, problems[0]?.values])).toEqual([
      [2, 'problems.sheetDuplicate', { row: 4 }],
      [4, 'problems.sheetDuplicate', { row: 2 }],
    ])
  })

  it('accepts the account of each row by number or name, but only accounts of the user', async () => {
    const token = await desk.withGrants({ editAuthorizationByPA: '101' })
    const { response } = await desk.ask<{ accounts: { id: number; name: string }[] }>('accounts', { token })
    expect(response?.accounts.map(({ id }) => id)).toEqual([101])
    const name = response?.accounts[0]?.name ?? ''
    const headed = (...rows: string[]) => Buffer.from([`${heading};Account`, ...rows].join('\n'))
    const { id, counts } = await uploaded(
      headed(
        `${personOf('a1')};101`,
        `${personOf('a2')};"${name.toUpperCase()}"`,
        `${personOf('a3')};103`,
        `${personOf('a4')};999999`,
        `${personOf('a5')};`,
      ),
      { query: '', token },
    )
    expect(counts).toMatchObject({ new: 2, refused: 3 })
    const refused = await rowsOf(id, 'kind=refused', token)
    const [ofOthers, ofNobody] = refused.map(({ problems }) => problems)
    expect(ofOthers).toMatchObject([{ field: 'idPaymentAccount', problem: 'problems.cellAccountUnknown' }])
    expect(ofOthers).toEqual(ofNobody)
    const chosen = await upload(csv(personOf('a6')), { query: 'idPaymentAccount=103', token })
    expect([chosen.status, chosen.meta.problem]).toEqual([400, 'problems.cellAccountUnknown'])
  })

  it('refuses a code taken in another account as the form does, revealing nothing about the person', async () => {
    const { userNumber } = await desk.made()
    const token = await desk.withGrants({ editAuthorizationByPA: '103' })
    const file = Buffer.from(`subscriberCode,userNumber,account\n6101,${userNumber},103`)
    const { id } = await uploaded(file, { query: '', token })
    expect(await rowsOf(id, '', token)).toMatchObject([
      { kind: 'refused', before: {}, problems: [{ field: 'userNumber', problem: 'problems.authorizationTaken' }] },
    ])
  })
})

const workbook = async (sheet: string) => {
  const zip = new ZipFile()
  const book = '<workbook><sheets><sheet name="a" r:id="r1"/></sheets></workbook>'
  const relations = '<Relationships><Relationship Id="r1" Type="x/worksheet" Target="sheet1.xml"/></Relationships>'
  zip.addBuffer(Buffer.from(book), 'xl/workbook.xml')
  zip.addBuffer(Buffer.from(relations), 'xl/_rels/workbook.xml.rels')
  zip.addBuffer(Buffer.from(`<worksheet><sheetData>${sheet}</sheetData></worksheet>`), 'xl/sheet1.xml')
  zip.end()
  return buffer(zip.outputStream)
}

const many = (rows: number) =>
  Buffer.from(`Subscriber code;User number\n${Array.from({ length: rows }, (_, at) => `6101;${at}`).join('\n')}`)

const sheetsKept = () =>
  desk.server.database.inTenant(1, (tx) => tx.selectFrom('authorization_sheet').select('id').orderBy('id').execute())

describe('a file', () => {
  const refused: [string, () => Buffer | Promise<Buffer>, string, object?][] = [
    [
      'with a wrong heading',
      () => Buffer.from('Subscriber code;User number;Shoe size\n1;2;42'),
      'sheetColumnUnknown',
      { column: 'C', heading: 'Shoe size' },
    ],
    [
      'without a user number',
      () => Buffer.from('Subscriber code\n1'),
      'sheetColumnMissing',
      { heading: 'User number' },
    ],
    [
      'with a cell that has no heading',
      () => csv(`${personOf('x1')};more`),
      'sheetColumnUnnamed',
      { row: 2, column: 'J' },
    ],
    ['with nothing but headings', () => csv(), 'sheetEmpty'],
    ['that is empty', () => Buffer.from(' '), 'sheetEmpty'],
    ['with 200,000 rows', () => many(200_000), 'sheetTooManyRows', { row: 20_002, most: 20_000 }],
    ['that is a zip bomb', () => workbook(' '.repeat(60_000_000)), 'sheetBomb', { part: 'xl/sheet1.xml' }],
    ['that is too large', () => Buffer.alloc(sheetLimits.bytes + 1, 'x'), 'sheetTooLarge', { most: 10 }],
    [
      'with a password',
      () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from('EncryptedPackage', 'utf16le')]),
      'sheetEncrypted',
    ],
    ['of old Excel', () => readFile(join(import.meta.dirname, 'sheet/samples/libre-office.xls')), 'sheetOldFormat'],
  ]
  it.each(refused)('%s is rejected and nothing is stored', async (_, file, problem, values) => {
    const before = [await sheetsKept(), await count()]
    const { status, meta } = await upload(await file())
    expect([status, meta.field, meta.problem]).toEqual([400, 'file', `problems.${problem}`])
    if (values) expect(meta.values).toEqual(values)
    expect([await sheetsKept(), await count()]).toEqual(before)
  })

  it('is accepted only from users who may add people, and only as application/octet-stream', async () => {
    const token = await desk.withGrants({ viewAllAuthorizations: 'true' })
    expect((await upload(csv(personOf('x1')), { token })).status).toBe(403)
    expect((await upload(csv(personOf('x1')), { token: 'nobody' })).status).toBe(401)
    expect((await upload(Buffer.from('{}'), { type: 'application/json' })).status).toBe(415)
    const elsewhere = await desk.server.app.inject({
      method: 'POST',
      url: '/api/authorizations/demo/sendEmail',
      headers: { token: desk.operator, 'content-type': 'application/octet-stream' },
      payload: Buffer.from('{}'),
    })
    expect(elsewhere.statusCode).toBe(415)
  })
})

describe('confirming', () => {
  it('writes every valid row, a hundred at a time, with its entry in the journal', async () => {
    const known = await desk.made({ firstName: 'Conocida' })
    const people = Array.from({ length: 149 }, (_, at) => personOf(`w${at}`, 'Nueva', { expires: '31/12/2030' }))
    const changed = personOf(known.userNumber, 'Cambiada', { mobile: known.mobileNumber })
    const { id } = await uploaded(csv(...people, changed, personOf('x9', 'Mala', { cost: 'x' })), {
      query: 'idPaymentAccount=101&status=1',
    })
    expect((await write(id)).response?.sheet).toMatchObject({ written: 100, left: 50 })
    expect(await find('w120')).toBeUndefined()
    expect((await write(id)).response?.sheet).toMatchObject({ written: 150, left: 0, counts: { refused: 1 } })
    const [first, last, after] = [await find('w0'), await find('w148'), await desk.read(known.id)]
    expect(first).toMatchObject({
      status: 1,
      firstName: 'Nueva',
      idTravelGroup: 1010,
      version: 1,
      idPaymentAccount: 101,
    })
    expect(last?.expirationDate).toBe(Date.UTC(2030, 11, 31, 22, 59, 59))
    expect(after).toMatchObject({ firstName: 'Cambiada', version: 2, userEmail: known.userEmail })
    const [line] = await journalOf(first?.id ?? 0)
    expect(line).toMatchObject({ version: 1, who: 'Ana Pérez', after: { userNumber: '7100', firstName: 'Nueva' } })
    expect((await journalOf(known.id)).at(-1)).toMatchObject({
      before: { firstName: 'Conocida' },
      after: { firstName: 'Cambiada' },
    })
    expect(await find('x9')).toBeUndefined()
  })

  it('can be retried after a lost response without writing a row twice or skipping one', async () => {
    const people = Array.from({ length: 120 }, (_, at) => personOf(`l${at}`))
    const { id } = await uploaded(csv(...people))
    await write(id)
    expect((await write(id)).response?.sheet).toMatchObject({ written: 120, left: 0 })
    expect((await write(id)).response?.sheet).toMatchObject({ written: 120, left: 0 })
    expect(await journalOf((await find('l119'))?.id ?? 0)).toHaveLength(1)
  })

  it('from several browsers at once writes each row once', async () => {
    const people = Array.from({ length: 230 }, (_, at) => personOf(`c${at}`))
    const { id } = await uploaded(csv(...people))
    const answers = await Promise.all(Array.from({ length: 6 }, () => write(id)))
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
    const written = answers.map(({ response }) => response?.sheet.written).sort()
    expect(written).toEqual([100, 200, 230, 230, 230, 230])
    expect(await journalOf((await find('c229'))?.id ?? 0)).toHaveLength(1)
  })

  it('refuses rows changed by somebody else after the preview, and writes the rest', async () => {
    const known = await desk.made()
    const { id } = await uploaded(csv(personOf(known.userNumber, 'Hoja'), personOf('z1'), personOf('z2')))
    await desk.update(known, { firstName: 'Pantalla' })
    await desk.made({ userNumber: numberOf('z1') })
    expect(await writeAll(id)).toMatchObject({ written: 1, counts: { new: 1, changed: 0, refused: 2 } })
    expect((await desk.read(known.id)).firstName).toBe('Pantalla')
    const refused = await rowsOf(id, 'kind=refused')
    expect(refused.map(({ problems }) => problems[0]?.problem)).toEqual([
      'problems.changedSincePreview',
      'problems.changedSincePreview',
    ])
  })

  it('refuses rows whose account has changed its form since the preview', async () => {
    const { id } = await uploaded(csv(personOf('z8')))
    const form = (config: string) =>
      desk.server.database.inTenant(1, (tx) =>
        tx.updateTable('authorization_form').set({ config }).where('id_payment_account', '=', 101).execute(),
      )
    const { config } = (await desk.ask<{ config: string }>('form/101')).response ?? { config: '' }
    await form(JSON.stringify({ userNumber: { regex: '^x' } }))
    expect(await writeAll(id)).toMatchObject({ written: 0, counts: { refused: 1 } })
    await form(config)
    expect(await rowsOf(id)).toMatchObject([{ kind: 'refused', problems: [{ problem: 'problems.formChanged' }] }])
    expect(await find('z8')).toBeUndefined()
  })

  it('checks the permission again', async () => {
    const token = await desk.withGrants({ editAuthorizationByPA: '101' })
    const { id } = await uploaded(csv(personOf('p1')), { token })
    const narrower = await desk.withGrants({ editAuthorizationByPA: '103' })
    const { response } = await write(id, narrower)
    expect(response?.sheet).toMatchObject({ written: 0, left: 0, counts: { refused: 1 } })
    expect(await find('p1')).toBeUndefined()
  })

  it('rejects guessed ids of sheets of another user or tenant', async () => {
    const { id } = await uploaded(csv(personOf('g1')))
    const other = await desk.withGrants({ editAuthorizationByPA: 'all' })
    const norte = await desk.server.signInAs('operator', 'norte')
    for (const path of [`sheets/${id}`, `sheets/${id}/rows`]) {
      expect((await desk.ask(path, { token: other })).status).toBe(404)
      expect((await desk.server.ask(`/api/authorizations/norte/${path}`, { token: norte })).status).toBe(404)
      expect((await desk.ask(path, { token: norte })).status).toBe(401)
    }
    expect((await write(id, other)).status).toBe(404)
    expect((await download(`${id}/refused`, other)).status).toBe(404)
    expect(await find('g1')).toBeUndefined()
  })
})

describe('a downloaded sheet', () => {
  it('of refused rows has them as uploaded, adds the reasons and can be uploaded again', async () => {
    const { id } = await uploaded(
      csv(personOf('r1', '"=HYPERLINK(""http://x"")"'), personOf('r2', 'Mala', { mobile: 'x' }), personOf('r3')),
    )
    const { file, headers } = await download(`${id}/refused?language=en`)
    expect(headers['content-disposition']).toContain('Refused rows from people.xlsx')
    const [header, ...rows] = await tableIn(file)
    expect(header).toEqual([...heading.split(';'), 'Reason'])
    expect(rows.map((row) => [row[1], row[2], row.at(-1)])).toEqual([
      ['7831', '=HYPERLINK("http://x")', 'First name: This is a formula. Paste its value instead.'],
      ['7832', 'Mala', 'Mobile number: Enter 3 to 20 digits, with or without a + at the start'],
    ])
    expect((await uploaded(file)).counts).toMatchObject({ new: 0, refused: 2 })
  })

  it('from the template is empty, with the headings of the account', async () => {
    const { file } = await download('template?idPaymentAccount=101&language=es')
    const [header] = await tableIn(file)
    expect(header?.slice(0, 2)).toEqual(['Código de abonado', 'Número de empleado'])
    expect(header).not.toContain('Cuenta')
    expect((await upload(file)).meta.problem).toBe('problems.sheetEmpty')
    const [whole] = await tableIn((await download('template?language=en')).file)
    expect(whole).toContain('Account')
    const token = await desk.withGrants({ editAuthorizationByPA: '101' })
    expect((await download('template?idPaymentAccount=103', token)).status).toBe(400)
  })
})

it('keeps five sheets per user, each for a day', async () => {
  const ids: number[] = []
  for (let n = 0; n < 6; n++) ids.push((await uploaded(csv(personOf('t1')))).id)
  expect((await desk.ask(`sheets/${ids[0]}`)).status).toBe(404)
  expect((await desk.ask(`sheets/${ids[1]}`)).status).toBe(200)
  await desk.server.database.inTenant(1, (tx) =>
    tx
      .updateTable('authorization_sheet')
      .set({ created_at: new Date(Date.now() - 25 * 3_600_000) })
      .where('id', '=', ids[1] ?? 0)
      .execute(),
  )
  await tidy(desk.server.database.db)
  expect((await desk.ask(`sheets/${ids[1]}`)).status).toBe(404)
  expect((await desk.ask(`sheets/${ids[2]}`)).status).toBe(200)
})

describe('several authorizations at once', () => {
  type Results = { results: { id: number; problem?: string }[] }
  const seen = ({ id, version }: { id: number; version: number }) => ({ id, version })

  it('are deactivated, each with its own result', async () => {
    const [active, pending, stale, ofOthers] = [
      await desk.made({ status: 1 }),
      await desk.made(),
      await desk.made(),
      await desk.made({ idPaymentAccount: 103, idTravelGroup: 1030 }),
    ]
    await desk.update(stale, { firstName: 'Nueva' })
    const token = await desk.withGrants({ editAuthorizationByPA: '101' })
    const body = { authorizations: [active, pending, stale, ofOthers, { id: 999_999, version: 1 }].map(seen) }
    const { response } = await desk.ask<Results>('deactivate', { method: 'POST', body, token })
    expect(response?.results.map(({ problem }) => problem)).toEqual([
      undefined,
      undefined,
      'problems.authorizationChanged',
      'problems.authorizationNotFound',
      'problems.authorizationNotFound',
    ])
    expect((await desk.read(active.id)).status).toBe(-1)
    expect((await desk.read(stale.id)).status).toBe(0)
    expect((await desk.read(ofOthers.id)).status).toBe(0)
    expect((await journalOf(pending.id)).at(-1)).toMatchObject({ before: { status: 0 }, after: { status: -1 } })
  })

  it('are prolonged to the end of a day but never shortened', async () => {
    const [short, long] = [
      await desk.made({ expirationDate: Date.UTC(2026, 5, 1) }),
      await desk.made({ expirationDate: Date.UTC(2031, 5, 1) }),
    ]
    const body = { authorizations: [short, long].map(seen), expirationDate: Date.UTC(2030, 11, 31, 12) }
    const { response } = await desk.ask<Results>('prolong', { method: 'POST', body })
    expect(response?.results.map(({ problem }) => problem)).toEqual([undefined, 'problems.validLonger'])
    expect((await desk.read(short.id)).expirationDate).toBe(Date.UTC(2030, 11, 31, 22, 59, 59))
    expect((await desk.read(long.id)).expirationDate).toBe(long.expirationDate)
  })

  it('list their live bookings, except those of accounts that the user may not edit', async () => {
    const ask = async (ids: string, token?: string) =>
      desk.ask<{ bookings: { id: number; idAuthorization: number }[]; total: number }>(`liveBookings?ids=${ids}`, {
        ...(token && { token }),
      })
    const [own, other] = [await desk.made({}), await desk.made({ idPaymentAccount: 103, idTravelGroup: null })]
    const [first, second] = await desk.server.database.inTenant(1, (tx) =>
      tx.selectFrom('booking').select('id').where('status', '=', 10).orderBy('id').limit(2).execute(),
    )
    const put = (id: number | undefined, idAuthorization: number) =>
      desk.server.database.inTenant(1, (tx) =>
        tx
          .updateTable('booking')
          .set({ id_authorization: idAuthorization })
          .where('id', '=', id ?? 0)
          .execute(),
      )
    await put(first?.id, own.id)
    await put(second?.id, other.id)
    const { response } = await ask(`${own.id},${other.id}`)
    expect(response?.total).toBe(2)
    const limited = await ask(`${own.id},${other.id}`, await desk.withGrants({ editAuthorizationByPA: '101' }))
    expect(limited.response).toMatchObject({ total: 1, bookings: [{ id: first?.id, idAuthorization: own.id }] })
    expect((await ask('1,x')).meta.field).toBe('ids')
    expect((await ask('1', await desk.withGrants({ createAuthorizationByPA: '101' }))).status).toBe(403)
  })

  it('are limited to two hundred and to users who may edit them', async () => {
    const authorizations = Array.from({ length: 201 }, (_, at) => ({ id: at + 1, version: 1 }))
    expect((await desk.ask('deactivate', { method: 'POST', body: { authorizations } })).status).toBe(400)
    const token = await desk.withGrants({ createAuthorizationByPA: '101' })
    const body = { authorizations: [{ id: 1, version: 1 }] }
    expect((await desk.ask('deactivate', { method: 'POST', body, token })).status).toBe(403)
  })
})

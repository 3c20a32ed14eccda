import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isList, type ListCall } from '@parada/contract/list'
import { type ExportCall, isExport } from '@parada/contract/list-export'
import { allCalls } from '@parada/contract/testing'
import { endBookings } from '@parada/db/testing/ended-bookings'
import { required } from '@parada/domain/objects'
import pg from 'pg'
import readExcel from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mountOf } from '../http/bind.ts'
import { stopServing } from '../server.ts'
import { fillBooks } from '../testing/rides-on-account.ts'
import { pathFor, searchText, type TestServer, testServer } from '../testing/server.ts'

const calls = allCalls.flatMap(({ name, call }) => (isExport(call) ? [[name, call] as const] : []))
const lists = allCalls.flatMap(({ name, call }) => (isList(call) ? [[name, call] as const] : []))

/**
 * The same list under another name, one whose identity document numbers must stay here, and one that only fills form
 * pickers.
 */
const notExported = ['invoicing.cancelledByDesk', 'documents.list', 'processorConfigs.list']

let server: TestServer
let everything: string
beforeAll(async () => {
  server = await testServer()
  everything = await server.signInAs('everything')
  await fillBooks(server)
  await endBookings(server.database.ownerUrl, 1, 120, server.clock.now)
})
afterAll(() => server.stop())

type ExportRequest = { token?: string; sd?: string; format?: string }

const ask = (
  call: ExportCall,
  request: Record<string, unknown>,
  { token = everything, sd = 'demo', format }: ExportRequest = {},
) => {
  const word = format ?? Object.keys(call.exports.export.formats)[0] ?? ''
  const path = mountOf(call) + pathFor({ path: call.path.replace(':format', word) }, sd)
  return server.app.inject({
    method: call.method,
    url: call.takesBody ? path : `${path}?${searchText(request)}`,
    headers: { token },
    ...(call.takesBody && { payload: request }),
  })
}

const listOf = (call: ExportCall) => lists.find(([, { list }]) => list.export?.path === call.path)?.[1] as ListCall

const sheetOf = async (file: Buffer) => (await readExcel(file))[0]?.data ?? []

const pageOf = async (call: ExportCall, token = everything) => {
  const list = listOf(call)
  const { response, meta } = await server.ask<Record<string, Record<string, unknown>[]>>(
    `${mountOf(list)}${pathFor(list, 'demo')}?resultsPerPage=200`,
    { token },
  )
  return { rows: response?.[list.response.listKey] ?? [], total: meta.totalQueryCount }
}

it('every list has an export, apart from three exceptions', () =>
  expect(
    lists.filter(([, { list }]) => !calls.some(([, call]) => call.path === list.export?.path)).map(([name]) => name),
  ).toEqual(notExported))

describe.each(calls)('%s', (_, call) => {
  const { fields } = call.exports
  const names = Object.keys(fields)

  it('exports every row of the list to Excel, in its order, under translated headings', async () => {
    const { statusCode, headers, rawPayload } = await ask(call, { columns: names, language: 'en' })
    expect([statusCode, headers['content-type']]).toEqual([
      200,
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ])
    const page = await pageOf(call)
    expect(headers['x-total-rows']).toBe(`${page.total}`)
    const [heading, ...rows] = await sheetOf(rawPayload)
    expect(rows).toHaveLength(page.total ?? 0)
    expect(heading?.filter((text) => /^(fields|codes|screens)\./.test(`${text}`))).toEqual([])
    expect(rows.slice(0, 200).map(([id]) => id)).toEqual(page.rows.map(({ id }) => id))
  })

  it('sends an empty body when the list is empty', async () => {
    const { statusCode, headers, rawPayload } = await ask(call, {
      columns: call.takesBody ? ['id'] : 'id',
      id: '987654321',
    })
    expect([statusCode, headers['x-total-rows'], rawPayload.length]).toEqual([200, '0', 0])
  })

  it.each([
    ['an unknown column', { columns: ['id', 'password'] }, 'columns', /'password'/],
    ['a column twice', { columns: ['id', 'id'] }, 'columns', /'id'/],
    ['no column', { columns: [] }, 'columns', /column/],
    ['an unknown parameter', { columns: ['id'], color: 'red' }, 'color', /color/],
    ['an order that the list does not have', { columns: ['id'], orderBy: 'password ASC' }, 'orderBy', /orderBy/],
    ['an invalid time zone', { columns: ['id'], readerZone: 'Mars/Olympus' }, 'readerZone', /Europe/],
    ['a language that nobody translated', { columns: ['id'], language: 'fr' }, 'language', /language/],
  ])('refuses %s and names the field', async (_, request, field, message) => {
    const sent = call.takesBody ? request : { ...request, columns: request.columns.join(',') }
    const refused = await ask(call, sent)
    expect([refused.statusCode, refused.json().meta.field]).toEqual([400, field])
    expect(refused.json().meta.errorMessage).toMatch(message)
  })

  it('refuses an unknown format', async () =>
    expect((await ask(call, { columns: ['id'] }, { format: 'exe' })).statusCode).toBe(400))

  it('is closed to another tenant and to users who may not read the list', async () => {
    const costa = await server.signInAs('everything', 'costa')
    expect((await ask(call, { columns: ['id'] }, { token: costa })).statusCode).toBe(401)
    const own = await ask(call, { columns: ['id'] }, { token: costa, sd: 'costa' })
    const ids = new Set((await pageOf(call)).rows.map(({ id }) => id))
    const [, ...rows] = own.rawPayload.length > 0 ? await sheetOf(own.rawPayload) : []
    expect(rows.filter(([id]) => ids.has(id as number))).toEqual([])
    const poor = await ask(call, { columns: ['id'] }, { token: await server.signInWith({}) })
    expect(poor.statusCode).toBe(call.access === 'signedIn' ? 200 : 403)
  })

  it('has exactly the rows that the list shows to the same user', async () => {
    const { access } = call
    for (const key of typeof access === 'string' ? (['editCallerByFleet'] as const) : access) {
      const token = await server.signInWith({ [key]: '1' })
      // Export before reading the page: the export itself adds a row to one of the lists.
      const { rawPayload } = await ask(call, { columns: ['id'] }, { token })
      const page = await pageOf(call, token)
      const [, ...rows] = rawPayload.length > 0 ? await sheetOf(rawPayload) : []
      expect(rows).toHaveLength(page.total ?? 0)
      expect(rows.slice(0, 200).map(([id]) => id)).toEqual(page.rows.map(({ id }) => id))
    }
  })
})

/** One engine writes all lists, so these are samples: one list for each kind of request and set of formats. */
const samples = [
  ...new Map(calls.map((one) => [JSON.stringify([one[1].takesBody, one[1].exports.export.formats]), one])).values(),
]

describe.each(samples)('%s', (_, call) => {
  const names = Object.keys(call.exports.fields)

  it('offers the formats that it declares, each with a dated file name', async () => {
    for (const [format, kind] of Object.entries(call.exports.export.formats)) {
      const { statusCode, headers, rawPayload } = await ask(
        call,
        { columns: names.slice(0, 2), language: 'en' },
        { format },
      )
      expect([format, statusCode]).toEqual([format, 200])
      expect(rawPayload.subarray(0, 4).toString('latin1')).toBe(
        { excel: 'PK\u0003\u0004', csv: '\u00ef\u00bb\u00bf' + 'I', pdf: '%PDF' }[kind],
      )
      expect(headers['content-disposition']).toMatch(
        /^attachment; filename="[\w .-]+ \d{4}-\d\d-\d\d\.(xlsx|csv|pdf)"; filename\*=UTF-8''/,
      )
    }
  })

  it('has only the chosen columns, in the chosen order', async () => {
    const columns = names.slice(0, 3).toReversed()
    const { rawPayload } = await ask(call, { columns: call.takesBody ? columns : columns.join(','), language: 'en' })
    const [heading] = await sheetOf(rawPayload)
    const straight = await ask(call, {
      columns: call.takesBody ? columns.toReversed() : columns.toReversed().join(','),
      language: 'en',
    })
    expect(heading).toEqual((await sheetOf(straight.rawPayload))[0]?.toReversed())
    expect(heading).toHaveLength(3)
  })

  it('applies the order and filters of its list, and ignores paging parameters', async () => {
    const page = await pageOf(call)
    const id = page.rows[1]?.id
    const columns = call.takesBody ? ['id'] : 'id'
    const paged = { pageNumber: 0, resultsPerPage: 1_000_000 }
    const [, ...one] = await sheetOf((await ask(call, { columns, id: `${id}`, ...paged })).rawPayload)
    expect(one).toEqual([[id]])
    const [, ...rows] = await sheetOf((await ask(call, { columns, orderBy: 'id DESC' })).rawPayload)
    const ids = rows.map(([one]) => Number(one))
    expect(ids).toEqual(ids.toSorted((a, b) => b - a))
  })
})

it('reuses a thread that had nothing to write for the next file', async () => {
  const [, call] = required(samples[0])
  const columns = call.takesBody ? ['id'] : 'id'
  let started = 0
  const count = () => (started += 1)
  await ask(call, { columns })
  process.on('worker', count)
  await ask(call, { columns, id: '987654321' })
  const { rawPayload } = await ask(call, { columns })
  process.off('worker', count)
  expect([rawPayload.length > 0, started]).toEqual([true, 0])
})

describe('a large list', () => {
  const path = '/api/numbervalidation/demo/export'
  let owner: pg.Client
  let port: number
  beforeAll(async () => {
    owner = new pg.Client(server.database.ownerUrl)
    await owner.connect()
    // Whole lists are read in the order of their ids, so the other indexes are dropped: filling them would take longer
    // than all the rest.
    await owner.query(`do $$ declare other regclass; begin
      for other in select indexrelid from pg_index where indrelid = 'number_validation'::regclass and not indisprimary
      loop execute 'drop index ' || other; end loop; end $$`)
    await owner.query(`insert into number_validation
      (tenant_id, id, prefix_mobile_number, mobile_number, validation_code, sms_sent_result)
      select 1, 1000000 + n, '34', md5(n::text) || md5((-n)::text), '', md5((n + 7)::text)
      from generate_series(1, 150000) n`)
    await server.app.listen({ port: 0, host: '127.0.0.1' })
    port = (server.app.server.address() as AddressInfo).port
  })
  afterAll(() => owner.end())

  const open = async (format = 'excel') => {
    const headers = { token: everything, 'content-type': 'application/json' }
    const asked = request({ port, host: '127.0.0.1', method: 'POST', path: `${path}/${format}`, headers, agent: false })
    asked.on('error', () => {})
    asked.end(JSON.stringify({ columns: ['id', 'mobileNumber', 'smsSentResult', 'dateCreated'] }))
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    return { asked, answer }
  }
  const atWork = async () => {
    const { rows } = await owner.query(
      `select pid from pg_stat_activity where datname = current_database() and query like '%whole_list%'
        and pid <> pg_backend_pid()`,
    )
    return rows.length
  }

  it('is refused as a PDF before anything is sent', async () => {
    const call = calls.find(([name]) => name === 'numberValidations.export')?.[1] as ExportCall
    const refused = await ask(call, { columns: ['id'] }, { format: 'pdf' })
    expect([refused.statusCode, refused.json().meta.problem]).toEqual([400, 'problems.tooManyRowsForPdf'])
    await expect.poll(atWork).toBe(0)
  })

  it('leaves no cursor or connection behind when the client disconnects', async () => {
    const { asked, answer } = await open()
    await once(answer, 'readable')
    expect(await atWork()).toBe(1)
    asked.destroy()
    await expect.poll(atWork).toBe(0)
  })

  it('leaves a line in the log when the client disconnects, or when the file breaks off', async () => {
    const linesSaying = (text: string) =>
      server.logged.filter((line) => line.includes(text) && line.includes(`"url":"${path}/excel"`)).length
    const left = linesSaying('Somebody left before the end of a file')
    const { asked, answer } = await open()
    await once(answer, 'readable')
    asked.destroy()
    await expect.poll(() => linesSaying('Somebody left before the end of a file')).toBe(left + 1)
    const second = await open()
    second.answer.on('error', () => {})
    await once(second.answer, 'readable')
    await owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
        and query like '%whole_list%' and pid <> pg_backend_pid()`,
    )
    second.answer.resume()
    await expect.poll(() => linesSaying('A file broke off')).toBe(1)
    await expect.poll(atWork).toBe(0)
  })

  it('is written for a third client once one of two has left, and API calls go on meanwhile', async () => {
    const [one, two] = [await open(), await open('csv')]
    const third = open()
    expect((await server.ask('/api/users/demo/self', { token: everything })).status).toBe(200)
    one.asked.destroy()
    const { asked, answer } = await third
    expect([answer.statusCode, Number(answer.headers['x-total-rows']) > 150_000]).toEqual([200, true])
    asked.destroy()
    two.asked.destroy()
    await expect.poll(atWork).toBe(0)
  })

  it('does not keep a server from stopping', async () => {
    const { answer } = await open()
    answer.on('error', () => {})
    await stopServing(server.app, 50)
    await expect.poll(atWork).toBe(0)
  })
})

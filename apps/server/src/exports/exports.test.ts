import { type ExportCall, isExport, isList, type ListCall } from '@parada/contract/list'
import { allCalls } from '@parada/contract/testing'
import readExcel from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mountOf } from '../http/bind.ts'
import { fillBooks } from '../testing/rides-on-account.ts'
import { type TestServer, testServer } from '../testing/server.ts'

const calls = allCalls.flatMap(({ name, call }) => (isExport(call) ? [[name, call] as const] : []))
const lists = allCalls.flatMap(({ name, call }) => (isList(call) ? [[name, call] as const] : []))

/** Lists that no screen shows: they fill the pickers of forms. */
const notExported = ['processorConfigs.list']

let server: TestServer
let everything: string
beforeAll(async () => {
  server = await testServer()
  everything = await server.signInAs('everything')
  await fillBooks(server)
})
afterAll(() => server.stop())

type Asked = { token?: string; sd?: string; format?: string }

const ask = (
  call: ExportCall,
  request: Record<string, unknown>,
  { token = everything, sd = 'demo', format }: Asked = {},
) => {
  const word = format ?? Object.keys(call.exports.export.formats)[0] ?? ''
  const path = mountOf(call) + call.path.replace(':sd', sd).replace(':format', word)
  const search = new URLSearchParams(
    Object.entries(request).map(([name, value]): [string, string] => [name, `${value}`]),
  )
  return server.app.inject({
    method: call.method,
    url: call.takesBody ? path : `${path}?${search}`,
    headers: { token },
    ...(call.takesBody && { payload: request }),
  })
}

const listOf = (call: ExportCall) => lists.find(([, { list }]) => list.export?.path === call.path)?.[1] as ListCall

const sheetOf = async (file: Buffer) => (await readExcel(file))[0]?.data ?? []

const pageOf = async (call: ExportCall, token = everything) => {
  const list = listOf(call)
  const { response, meta } = await server.ask<Record<string, Record<string, unknown>[]>>(
    `${mountOf(list)}${list.path.replace(':sd', 'demo')}?resultsPerPage=200`,
    { token },
  )
  return { rows: response?.[list.response.listKey] ?? [], total: meta.totalQueryCount }
}

it('is offered by every list that a screen shows', () =>
  expect(
    lists.filter(([, { list }]) => !calls.some(([, call]) => call.path === list.export?.path)).map(([name]) => name),
  ).toEqual(notExported))

describe.each(calls)('%s', (_, call) => {
  const { fields } = call.exports
  const names = Object.keys(fields)

  it('gives every row of the list as Excel, in its order, under headings in words', async () => {
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
})

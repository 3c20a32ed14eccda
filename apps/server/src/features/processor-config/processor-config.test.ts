import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestServer, testServer } from '../../testing/server.ts'

type Data = { id: number; name: string; value: string; enforce: number }
type Row = { id: number; idPaymentAccount: number; name: string; activeForm: boolean; enableCachet: boolean }
type Config = Row & { dataConfigs: Data[] }

let server: TestServer
let administrator: string
let business: string
beforeAll(async () => {
  server = await testServer()
  administrator = await server.signInAs('administrator')
  business = await server.signInAs('business')
})
afterAll(() => server.stop())

const ask = <Response>(
  path: string,
  asked: { method?: 'POST' | 'PUT' | 'DELETE'; body?: object; token?: string } = {},
) => server.ask<Response>(`/api/processor/processorConfig/demo/${path}`, { token: administrator, ...asked })
const get = async (path: string, token = administrator) => {
  const { status, response } = await ask<{ processorConfig: Config }>(path, { token })
  return { status, config: response?.processorConfig as Config }
}

describe('the list', () => {
  const picker = 'list?pageNumber=0&resultsPerPage=10&activeForm=1&mode=formsToCreateAuth&noLimitResults=false'

  it('returns response.processorConfigList for the picker’s query, 10 per page (L-249)', async () => {
    const { meta, response } = await ask<{ processorConfigList: Row[] }>(picker)
    expect([meta.code, meta.totalQueryCount, response?.processorConfigList.length]).toEqual([200, 12, 10])
    expect(response?.processorConfigList.every(({ activeForm }) => activeForm)).toBe(true)
  })

  it('returns all of them on request, and the inactive ones', async () => {
    const all = await ask<{ processorConfigList: Row[] }>('list?noLimitResults=true')
    expect(all.response?.processorConfigList).toHaveLength(16)
    expect((await ask('list?activeForm=0')).meta.totalQueryCount).toBe(4)
  })

  it('shows business users only their own payment accounts', async () => {
    const { response } = await ask<{ processorConfigList: Row[] }>('list?noLimitResults=true', { token: business })
    expect(new Set(response?.processorConfigList.map(({ idPaymentAccount }) => idPaymentAccount))).toEqual(
      new Set([101, 102, 103]),
    )
  })
})

describe('a processor config', () => {
  it('is found by its payment account (B-197)', async () => {
    const { status, config } = await get('get-processor-config?idPaymentAccount=102')
    expect([status, config.id, config.idPaymentAccount]).toEqual([200, 1020, 102])
    expect(config.dataConfigs.map(({ enforce }) => enforce)).toEqual([0, 1, 2])
  })

  it('is read by its id (B-198)', async () => {
    const { config } = await get('1021')
    expect(config).toMatchObject({ id: 1021, idPaymentAccount: 102, activeForm: true, enableCachet: false })
    expect((await get('999999')).status).toBe(404)
  })

  it('of another payment account returns 404', async () => {
    expect((await get('1010', business)).status).toBe(200)
    for (const path of ['1080', '1080/dataConfigs', 'get-processor-config?idPaymentAccount=108'])
      expect((await get(path, business)).status).toBe(404)
  })

  it('is created and changed (B-199, B-200)', async () => {
    const made = await ask<{ processorConfig: Config }>('', {
      method: 'POST',
      body: { idPaymentAccount: 104, name: 'New' },
    })
    expect([made.status, made.meta.code]).toEqual([201, 201])
    const id = made.response?.processorConfig.id
    const body = { id, idPaymentAccount: 105, name: 'Changed', activeForm: false }
    const changed = await ask<{ processorConfig: Config }>(`${id}`, { method: 'PUT', body })
    expect(changed.meta.code).toBe(200)
    expect((await get(`${id}`)).config).toEqual({ ...body, enableCachet: false, dataConfigs: [] })
  })

  it('has its cache switched on and off (B-201)', async () => {
    for (const enableCachet of [true, false]) {
      const { status } = await ask('1021/enableCachet', { method: 'PUT', body: { enableCachet } })
      expect([status, (await get('1021')).config.enableCachet]).toEqual([200, enableCachet])
    }
  })

  it.each([
    ['POST', '', { idPaymentAccount: 999_999 }, 400],
    ['POST', '', {}, 400],
    ['PUT', '1021', { id: 5, idPaymentAccount: 102 }, 400],
    ['PUT', '999999', { idPaymentAccount: 102 }, 404],
    ['PUT', '999999/enableCachet', { enableCachet: true }, 404],
    ['POST', '999999/dataConfigs', { name: 'x' }, 404],
    ['DELETE', '1021/dataConfigs/10100', undefined, 404],
  ] as const)('refuses %s %s with %o', async (method, path, body, status) =>
    expect((await ask(path, { method, ...(body && { body }) })).status).toBe(status),
  )

  it('can be changed only by administrators', async () => {
    for (const [method, path, body] of [
      ['POST', '', { idPaymentAccount: 101 }],
      ['PUT', '1010', { idPaymentAccount: 101 }],
      ['PUT', '1010/enableCachet', { enableCachet: true }],
      ['POST', '1010/dataConfigs', { name: 'x' }],
      ['DELETE', '1010/dataConfigs/10100', undefined],
    ] as const)
      expect((await ask(path, { method, token: business, ...(body && { body }) })).status).toBe(403)
  })
})

it('lists, creates, reads, changes and deletes the data configs of a processor config (B-202)', async () => {
  const read = async () => (await ask<{ dataConfigs: Data[] }>('1030/dataConfigs')).response?.dataConfigs ?? []
  expect(await read()).toHaveLength(3)
  const made = await ask<{ dataConfig: Data }>('1030/dataConfigs', {
    method: 'POST',
    body: { name: 'Cost centre', value: '7', enforce: 1 },
  })
  expect(made.meta.code).toBe(201)
  const id = made.response?.dataConfig.id
  const path = `1030/dataConfigs/${id}`
  expect((await ask<{ dataConfig: Data }>(path)).response?.dataConfig).toEqual({
    id,
    name: 'Cost centre',
    value: '7',
    enforce: 1,
  })
  await ask(path, { method: 'PUT', body: { id, name: 'Cost centre', value: '8', enforce: -1 } })
  expect((await read()).at(-1)).toEqual({ id, name: 'Cost centre', value: '8', enforce: -1 })
  expect((await ask(path, { method: 'DELETE' })).meta.code).toBe(204)
  expect((await ask(path)).status).toBe(404)
  expect(await read()).toHaveLength(3)
})

import { type Call, isPage } from '@parada/contract/kit'
import { allCalls as calls } from '@parada/contract/testing'
import { describe, expect, it, vi } from 'vitest'
import { createClient } from './client.ts'

const lists = calls.filter(({ call }) => isPage(call.response))

/** A valid segment for every path parameter. */
const paramsOf = ({ path }: Call) =>
  Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, '7']))

const bases = { main: '/m', processor: '/p', parking: '/k', mobility: '/y', transport: '/t' }

const answered = (meta: object, response?: unknown) => {
  const fetch = vi.fn(async (_url: string, _init: RequestInit) => Response.json({ meta, response }))
  const client = createClient({
    tenant: 'acme',
    bases,
    token: () => 'x',
    onAnswer: () => undefined,
    fetch,
  })
  const ask = (call: Call, query: object = {}) =>
    client(call, {
      params: paramsOf(call),
      query,
      ...(call.takesBody && { body: {} }),
    } as never)
  return { ask, url: () => new URL(String(fetch.mock.calls[0]?.[0]), 'https://main.example') }
}

describe('every API call', () => {
  it.each(calls)('$name succeeds only with its own code in meta and a non-empty response (B-157)', async ({ call }) => {
    const response = isPage(call.response) ? { [call.response.listKey]: [{ id: 1 }] } : { some: 'thing' }
    const meta = { code: call.code, totalQueryCount: 41, totalAmount: 12.5 }
    const given = await answered(meta, response).ask(call)
    if (call.code === 204) return
    expect(given).toEqual(
      isPage(call.response)
        ? { rows: [{ id: 1 }], totalQueryCount: 41, totalAmount: 12.5, ...(call.response.beside && { beside: {} }) }
        : response,
    )
    await expect(answered({ code: call.code }).ask(call)).rejects.toThrow('Empty reponse')
    const other = answered({ code: 499, errorMessage: 'Said by the server' }, response)
    await expect(other.ask(call)).rejects.toThrow('Said by the server')
  })

  it.each(lists)('$name leaves empty strings and lists out of its query (B-158)', async ({ call }) => {
    const { ask, url } = answered(
      { code: 200, totalQueryCount: 0 },
      isPage(call.response) ? { [call.response.listKey]: [] } : {},
    )
    await ask(call, { pageNumber: 0, ids: [], name: '', orderBy: 'id DESC' })
    expect([...url().searchParams]).toEqual([
      ['pageNumber', '0'],
      ['orderBy', 'id DESC'],
    ])
  })
})

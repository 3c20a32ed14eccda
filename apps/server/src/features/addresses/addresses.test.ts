import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestServer, testServer } from '../../testing/server.ts'

type Address = { id: number; addressField: string; name: string; lat: number; lon: number; idSupplier: number | null }

let server: TestServer
let operator: string
let newcomer: string
beforeAll(async () => {
  server = await testServer()
  operator = await server.signInAs('operator')
  newcomer = await server.signInAs('newcomer')
})
afterAll(() => server.stop())

const list = async (query = '', token = operator) => {
  const { status, meta, response } = await server.ask<{ addresses: Address[] }>(`/api/address/demo/?${query}`, {
    token,
  })
  return { status, meta, rows: response?.addresses ?? [] }
}
const send = (method: 'POST' | 'PUT' | 'DELETE', id: number | '', body?: object, token = operator) =>
  server.ask<{ id: number }>(`/api/address/demo/${id}`, { method, token, body })

const home = { addressField: 'Casa inventada', lat: 40.41, lon: -3.7 }

describe('the list', () => {
  it('takes the list parameters and returns response.addresses with the total in meta (B-220)', async () => {
    const { status, meta, rows } = await list('pageNumber=1&resultsPerPage=10&orderBy=id%20DESC&mode=grid')
    expect([status, meta.code, meta.totalQueryCount, rows.length]).toEqual([200, 200, 80, 10])
    expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: 10 }, (_, index) => 10_070 - index))
  })

  it('returns the fields of an address (B-150)', async () =>
    expect((await list('id=10080')).rows[0]).toEqual({
      id: expect.any(Number),
      addressField: expect.any(String),
      name: expect.any(String),
      lat: expect.any(Number),
      lon: expect.any(Number),
      idSupplier: expect.any(Number),
    }))

  it('filters by alias and by id', async () => {
    const { rows } = await list('addressField=oficina&resultsPerPage=50')
    expect(rows).toHaveLength(10)
    expect((await list(`id=${rows[0]?.id}`)).rows).toEqual([rows[0]])
  })

  it('shows a user without fleets only the addresses that belong to no fleet', async () => {
    const { meta, rows } = await list('resultsPerPage=200', newcomer)
    expect(meta.totalQueryCount).toBeLessThan(80)
    expect(rows.length).toBeGreaterThan(10)
    expect(rows.every(({ idSupplier }) => idSupplier === null)).toBe(true)
  })
})

describe('an address', () => {
  it('is created with 201 (B-221)', async () => {
    const { status, meta, response } = await send('POST', '', { ...home, idSupplier: null })
    expect([status, meta.code]).toEqual([201, 201])
    expect((await list(`id=${response?.id}`)).rows).toEqual([{ ...home, id: response?.id, name: '', idSupplier: null }])
  })

  it('is changed with 204 (B-222)', async () => {
    const { response } = await send('POST', '', home)
    const id = response?.id as number
    const { meta, response: nothing } = await send('PUT', id, { ...home, addressField: 'Casa nueva', lat: 41 })
    expect([meta.code, nothing]).toEqual([204, undefined])
    expect((await list(`id=${id}`)).rows[0]).toMatchObject({ addressField: 'Casa nueva', lat: 41 })
  })

  it('is deleted with 204 (B-223)', async () => {
    const { response } = await send('POST', '', home)
    const before = (await list()).meta.totalQueryCount as number
    expect((await send('DELETE', response?.id as number)).meta.code).toBe(204)
    expect((await list(`id=${response?.id}`)).rows).toEqual([])
    expect((await list()).meta.totalQueryCount).toBe(before - 1)
    expect((await send('DELETE', response?.id as number)).status).toBe(404)
  })

  it.each([
    ['no alias', { lat: 40, lon: -3 }, 'addressField'],
    ['an empty alias', { ...home, addressField: '  ' }, 'addressField'],
    ['no latitude', { addressField: 'x', lon: -3 }, 'lat'],
    ['a longitude off the earth', { ...home, lon: 181 }, 'lon'],
    ['an unknown fleet', { ...home, idSupplier: 999_999 }, 'idSupplier'],
  ])('with %s is rejected, naming the field', async (_, body, field) => {
    const { status, meta } = await send('POST', '', body)
    expect([status, meta.field]).toEqual([400, field])
  })

  it('of a fleet cannot be created, changed or deleted by a user without that fleet', async () => {
    const owned = (await list('resultsPerPage=200')).rows.find(({ idSupplier }) => idSupplier !== null) as Address
    expect((await send('PUT', owned.id, home, newcomer)).status).toBe(403)
    expect((await send('DELETE', owned.id, undefined, newcomer)).status).toBe(403)
    expect((await send('POST', '', { ...home, idSupplier: owned.idSupplier }, newcomer)).status).toBe(403)
    expect((await list(`id=${owned.id}`)).rows).toEqual([owned])
  })

  it.each([
    ['a user without fleets', {}, [403, 403, 403]],
    ['a user who may only look at fleets', { viewServiceByFleet: 'all' }, [403, 403, 403]],
    ['a user who edits the callers of one fleet', { editCallerByFleet: '29' }, [403, 403, 403]],
    ['a user who edits the callers of all fleets', { editCallerByFleet: 'all' }, [201, 200, 200]],
  ])(
    'of no fleet can be created, changed and deleted only with the permission for all fleets: %s',
    async (_, granted, statuses) => {
      const { response } = await send('POST', '', home)
      const id = response?.id as number
      const token = await server.signInWith(granted)
      const created = await send('POST', '', home, token)
      const changed = await send('PUT', id, { ...home, addressField: 'Otra casa' }, token)
      const deleted = await send('DELETE', id, undefined, token)
      expect([created.status, changed.status, deleted.status]).toEqual(statuses)
      const expected = statuses[2] === 200 ? [] : [{ ...home, id, name: '', idSupplier: null }]
      expect((await list(`id=${id}`)).rows).toEqual(expected)
    },
  )

  it('of a fleet can be changed and deleted by the fleet’s users but not detached from it', async () => {
    const { response } = await send('POST', '', { ...home, idSupplier: 29 })
    const id = response?.id as number
    const token = await server.signInWith({ editCallerByFleet: '29' })
    expect((await send('PUT', id, { ...home, idSupplier: null }, token)).status).toBe(403)
    expect((await send('PUT', id, { ...home, addressField: 'Parada', idSupplier: 29 }, token)).status).toBe(200)
    expect((await send('DELETE', id, undefined, token)).status).toBe(200)
  })
})

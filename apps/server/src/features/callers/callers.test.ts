import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestServer, testServer } from '../../testing/server.ts'

type Caller = { id: number; phoneNumber: string; firstName: string; idSupplier: number | null; isBlacklisted: boolean }
type CallerPage = { callers: Caller[]; authorization: { id: number; mobileNumber: string; idPaymentAccount: number }[] }

let server: TestServer
let operator: string
let dispatcher: string
beforeAll(async () => {
  server = await testServer()
  operator = await server.signInAs('operator')
  dispatcher = await server.signInAs('dispatcher')
})
afterAll(() => server.stop())

const search = async (query: string, token = operator) => {
  const { status, meta, response } = await server.ask<CallerPage>(`/api/callers/demo/?${query}`, { token })
  return { status, meta, callers: response?.callers ?? [], authorization: response?.authorization ?? [] }
}
const post = (body: object, token = operator) =>
  server.ask<{ id: number }>('/api/callers/demo/', { method: 'POST', token, body })
const put = (id: number, body: object, token = operator) =>
  server.ask<{ caller: Caller }>(`/api/callers/demo/${id}`, { method: 'PUT', token, body })

const sql = async <Row extends object>(text: string) => {
  const { rows } = await server.database.pool.connect().then(async (client) => {
    await client.query("begin; set local parada.tenant = '1'")
    const answered = await client.query<Row>(text)
    await client.query('commit')
    client.release()
    return answered
  })
  return rows
}

describe('the search', () => {
  it('lists callers by descending id, 20 per page, with their total', async () => {
    const { status, meta, callers } = await search('')
    expect([status, meta.totalQueryCount, callers.length]).toEqual([200, 500, 20])
    expect(callers[0]?.id).toBe(10_500)
    const ids = callers.map(({ id }) => id)
    expect(ids).toEqual(ids.toSorted((a, b) => b - a))
    const next = await search('pageNumber=1&mode=grid')
    expect(next.callers[0]?.id).toBe(10_480)
  })

  it('returns every field of a caller (B-145)', async () => {
    const { callers } = await search('resultsPerPage=1')
    expect(Object.keys(callers[0] ?? {}).sort()).toEqual(
      'addressBilling firstName id idSupplier isBlacklisted lastName notesClient phoneNumber'.split(' ').sort(),
    )
  })

  it('finds the caller and the authorizations with a number, however it is written (B-216)', async () => {
    const [shared] = await sql<{ phone: string; authorizations: number }>(
      `select c.phone_number as phone, count(*)::int as authorizations from caller c
       join customer_authorization a on a.tenant_id = 1 and a.mobile_number = c.phone_number
       where c.tenant_id = 1 group by 1 order by 1 limit 1`,
    )
    const { phone, authorizations } = shared as { phone: string; authorizations: number }
    const spellings = [phone, `+34${phone}`, `0034 ${phone.slice(0, 3)} ${phone.slice(3)}`]
    for (const spelling of spellings) {
      const { callers, authorization } = await search(`phoneNumber=${encodeURIComponent(spelling)}`)
      expect(callers.map(({ phoneNumber }) => phoneNumber)).toEqual([phone])
      expect(authorization).toHaveLength(authorizations)
      expect(authorization.every(({ mobileNumber }) => mobileNumber === phone)).toBe(true)
    }
  })

  it('searches callers but not authorizations by part of a number', async () => {
    const { meta, callers, authorization } = await search('phoneNumber=0000&resultsPerPage=200')
    expect(meta.totalQueryCount).toBeGreaterThan(100)
    expect(callers.every(({ phoneNumber }) => phoneNumber.includes('0000'))).toBe(true)
    expect(authorization).toEqual([])
  })

  it.each(['true', 'false'])('filters by isBlacklisted=%s', async (flag) => {
    const { callers } = await search(`isBlacklisted=${flag}`)
    expect(callers.length).toBeGreaterThan(0)
    expect(callers.every(({ isBlacklisted }) => String(isBlacklisted) === flag)).toBe(true)
  })

  it('shows a dispatcher the callers of their fleets, and any other caller only by the complete number', async () => {
    const own = new Set(
      (
        await sql<{ value: string }>(
          "select value from user_permission where key1 = 'dispatchServiceByFleet' and user_id = 102",
        )
      ).flatMap(({ value }) => value.split(',').map(Number)),
    )
    const { meta, callers } = await search('resultsPerPage=200', dispatcher)
    expect(meta.totalQueryCount).toBeLessThan(500)
    expect(callers.every(({ idSupplier }) => idSupplier === null || own.has(idSupplier))).toBe(true)
    const other = (await search('resultsPerPage=200')).callers.find((one) => one.idSupplier && !own.has(one.idSupplier))
    const { phoneNumber, id } = other as Caller
    expect((await search(`phoneNumber=${phoneNumber}`, dispatcher)).callers.map((one) => one.id)).toEqual([id])
    expect((await search(`phoneNumber=${phoneNumber.slice(0, 8)}&id=${id}`, dispatcher)).callers).toEqual([])
    expect((await put(id, { phoneNumber }, dispatcher)).status).toBe(403)
  })

  it.each(['business', 'supplier', 'administrator', 'newcomer'] as const)('is closed to the %s', async (kind) =>
    expect((await search('', await server.signInAs(kind))).status).toBe(403),
  )
})

describe('the authorizations of a caller', () => {
  const ask = (query: string, token = operator) =>
    server.ask<{ authorizations: { id: number }[] }>(`/api/callers/demo/authorizations?${query}`, { token })

  it('are those with the caller’s number (B-217)', async () => {
    const [row] = await sql<{ id: number; authorizations: number[] }>(
      `select c.id, array_agg(a.id::int order by a.id) as authorizations from caller c
       join customer_authorization a on a.mobile_number = c.phone_number group by 1 order by 1 limit 1`,
    )
    const { response } = await ask(`idCaller=${row?.id}`)
    expect(response?.authorizations.map(({ id }) => id)).toEqual(row?.authorizations)
  })

  it('require an existing caller', async () => {
    expect((await ask('idCaller=999999')).status).toBe(404)
    const { status, meta } = await ask('')
    expect([status, meta.field]).toEqual([400, 'idCaller'])
  })
})

describe('creating and changing callers', () => {
  const body = { phoneNumber: '+34 600 555 001', firstName: 'Nora', lastName: 'Inventada', notesClient: 'Rings twice' }

  it('returns 201 with the id and stores the number in normalised form (B-218)', async () => {
    const { status, meta, response } = await post(body)
    expect([status, meta.code, typeof response?.id]).toEqual([201, 201, 'number'])
    const { callers } = await search('phoneNumber=600555001')
    expect(callers).toEqual([
      expect.objectContaining({ id: response?.id, phoneNumber: '600555001', firstName: 'Nora', isBlacklisted: false }),
    ])
  })

  it.each(['600555001', '0034600555001', '34 600 555 001'])(
    'refuses the same number written as %s',
    async (phoneNumber) => {
      const { status, meta } = await post({ ...body, phoneNumber })
      expect([status, meta.errorMessage]).toEqual([409, 'Another caller already has this number'])
    },
  )

  it('creates only one caller from two simultaneous requests', async () => {
    const both = await Promise.all([1, 2].map(() => post({ phoneNumber: '600555777' })))
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
  })

  it('changes a caller (B-219)', async () => {
    const { response } = await post({ phoneNumber: '600555002' })
    const id = response?.id ?? 0
    const {
      status,
      meta,
      response: changed,
    } = await put(id, {
      id,
      phoneNumber: '600555003',
      lastName: 'Cambiada',
      isBlacklisted: true,
      idSupplier: null,
    })
    expect([status, meta.code]).toEqual([200, 200])
    expect((await search('phoneNumber=600555003')).callers).toEqual([changed?.caller])
    expect(changed?.caller).toMatchObject({ id, lastName: 'Cambiada', isBlacklisted: true })
  })

  it.each([
    ['no number', {}, 400, 'phoneNumber'],
    ['an invalid number', { phoneNumber: 'mother' }, 400, 'phoneNumber'],
    ['an unknown field', { phoneNumber: '600555009', password: 'x' }, 400, 'password'],
    ['an unknown fleet', { phoneNumber: '600555009', idSupplier: 999_999 }, 400, 'idSupplier'],
  ])('refuses %s', async (_, sent, status, field) => {
    const answered = await post(sent)
    expect([answered.status, answered.meta.field]).toEqual([status, field])
  })

  it('refuses a fleet that is not the user’s, and the number of another caller', async () => {
    expect((await post({ phoneNumber: '600555010', idSupplier: 999_999 }, dispatcher)).status).toBe(403)
    const { response } = await post({ phoneNumber: '600555011' }, dispatcher)
    expect((await put(response?.id ?? 0, { phoneNumber: '600555001' })).status).toBe(409)
    expect((await put(999_999, { phoneNumber: '600555012' })).status).toBe(404)
    expect((await put(response?.id ?? 0, { id: 1, phoneNumber: '600555012' })).meta.field).toBe('id')
  })
})

import type { SuggestedAddress } from '@parada/contract/calls/places'
import { rideDistanceMetres } from '@parada/domain/places/geo'
import { decodePath } from '@parada/domain/places/polyline'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nominatimPlace, testProvider } from '../../geo/testing-providers.ts'
import { type TestServer, testServer } from '../../testing/server.ts'

let server: TestServer
let operator: string
let business: string
beforeAll(async () => {
  server = await testServer()
  operator = await server.signInAs('operator')
  business = await server.signInAs('business')
})
afterAll(() => server.stop())

type Answer = { suggestedAddresses: SuggestedAddress[] }
const sol = { lat: '40.4169', lon: '-3.7035' }

const get = async (call: string, query: Record<string, string>, token = operator) => {
  const { status, meta, response } = await server.ask<Answer>(
    `/api/places/demo/${call}?${new URLSearchParams(query)}`,
    {
      token,
    },
  )
  return { status, meta, found: response?.suggestedAddresses ?? [] }
}
const texts = (found: SuggestedAddress[]) => found.map(({ addressField }) => addressField)
const inDemo = <T>(run: Parameters<TestServer['database']['inTenant']>[1]) =>
  server.database.inTenant(1, run) as Promise<T>

describe('the address lookup', () => {
  const lookUp = (body: unknown, token: string | undefined = operator) =>
    server.ask<Answer>('/api/places/demo/address', { method: 'POST', body, ...(token && { token }) })

  it('returns response.suggestedAddresses for a query over channel 20 (B-192)', async () => {
    const { status, meta, response } = await lookUp({ query: 'museo del prado', entryChannel: 20 })
    expect([status, meta.code]).toEqual([200, 200])
    expect(response?.suggestedAddresses[0]).toEqual({
      addressField: 'Museo Nacional del Prado, Paseo del Prado, Madrid',
      name: expect.stringContaining('Museo Nacional del Prado'),
      lat: 40.4138,
      lon: -3.6921,
      isPoi: true,
      idPoi: expect.any(Number),
      source: 'poi',
      distanceMeters: expect.any(Number),
    })
  })

  it('is open to every signed-in user and to nobody else', async () => {
    const body = { query: 'atocha', entryChannel: 20 }
    expect((await lookUp(body, await server.signInAs('newcomer'))).status).toBe(200)
    expect((await lookUp(body, '')).status).toBe(401)
  })

  it.each([
    ['no query', { entryChannel: 20 }, 'query'],
    ['a query too long', { query: 'x'.repeat(201), entryChannel: 20 }, 'query'],
    ['an invalid channel', { query: 'x', entryChannel: 'web' }, 'entryChannel'],
    ['an unknown field', { query: 'x', entryChannel: 20, radius: 1 }, 'radius'],
  ])('rejects %s, naming the field', async (_, body, field) => {
    const { status, meta } = await lookUp(body)
    expect([status, meta.field]).toEqual([400, field])
  })
})

describe('the places search', () => {
  it('returns response.suggestedAddresses for both ends of a ride', async () => {
    for (const queryAsDestination of ['false', 'true']) {
      const { status, found } = await get('search', { ...sol, q: 'gran via', queryAsDestination })
      expect(status).toBe(200)
      expect(texts(found)).toContain('Gran Vía, Madrid')
    }
  })

  const street = (addressField: string, lat: number, lon: number) => ({
    tenant_id: 1,
    address_field: addressField,
    lat,
    lon,
  })

  it('offers no house in Seville for a street and number in Madrid, unless Seville is typed', async () => {
    await inDemo((tx) =>
      tx
        .insertInto('address')
        .values(street('Calle Goya, 12, Sevilla', 37.38, -5.97))
        .execute(),
    )
    expect(texts((await get('search', { ...sol, q: 'goya 12' })).found)).toEqual([])
    expect(texts((await get('search', { q: 'goya 12' })).found)).toEqual([])
    expect(texts((await get('search', { ...sol, q: 'goya 12 sevilla' })).found)).toEqual(['Calle Goya, 12, Sevilla'])
    await inDemo((tx) =>
      tx
        .insertInto('address')
        .values(street('Calle de Goya, 12, Madrid', 40.425, -3.685))
        .execute(),
    )
    expect(texts((await get('search', { ...sol, q: 'goya 12' })).found)).toEqual(['Calle de Goya, 12, Madrid'])
    expect(texts((await get('search', { ...sol, q: 'goya' })).found)).toEqual([
      'Calle de Goya, 12, Madrid',
      'Calle Goya, 12, Sevilla',
    ])
  })

  it('puts places within a radius of 100 km first and leaves none out', async () => {
    const { found } = await get('search', { ...sol, q: 'goya 12', radius: '100' })
    expect(texts(found)).toEqual(['Calle de Goya, 12, Madrid', 'Calle Goya, 12, Sevilla'])
  })

  it('puts points of interest first, nearest first', async () => {
    const { found } = await get('search', { ...sol, q: 'hospital' })
    const kinds = found.map(({ isPoi }) => isPoi)
    expect(kinds.slice(0, 2)).toEqual([true, true])
    expect(kinds).toEqual(kinds.toSorted((a, b) => Number(b) - Number(a)))
    const away = found.filter(({ isPoi }) => isPoi).map(({ distanceMeters }) => distanceMeters ?? 0)
    expect(away).toEqual(away.toSorted((a, b) => a - b))
  })

  it('suggests an address once even if it is both a point of interest and a shipped place', async () => {
    const { found } = await get('search', { ...sol, q: 'estadio metropolitano' })
    expect(texts(found).filter((text) => text.startsWith('Estadio Metropolitano'))).toHaveLength(1)
  })

  it('tolerates typing errors', async () => {
    const { found } = await get('search', { ...sol, q: 'estadio metroplitano' })
    expect(found[0]?.name).toContain('Metropolitano')
  })

  it('starts from the middle of the fleets if no point is given or its coordinates are zero', async () => {
    const costa = await server.signInAs('operator', 'costa')
    for (const query of ['q=plaza', 'q=plaza&lat=0&lon=0', 'q=plaza&lat=&lon=']) {
      const { response } = await server.ask<Answer>(`/api/places/costa/search?${query}`, { token: costa })
      expect(response?.suggestedAddresses[0]?.distanceMeters).toBeLessThan(400_000)
    }
  })

  it('shows a user only the points of interest in viewPOIInParada (B-013)', async () => {
    const granted = await inDemo<{ value: string }[]>((tx) =>
      tx
        .selectFrom('user_permission')
        .innerJoin('app_user', (join) =>
          join.onRef('app_user.id', '=', 'user_id').onRef('app_user.tenant_id', '=', 'user_permission.tenant_id'),
        )
        .select('value')
        .where('key1', '=', 'viewPOIInParada')
        .where('value', '<>', 'all')
        .execute(),
    )
    const allowed = new Set(granted.flatMap(({ value }) => value.split(',').map(Number)))
    const shown = async (token: string) =>
      (await Promise.all(['hotel', 'hospital', 'estacion', 'museo'].map((q) => get('search', { ...sol, q }, token))))
        .flatMap(({ found }) => found)
        .flatMap(({ idPoi }) => idPoi ?? [])
    const limited = await shown(business)
    expect(limited.length).toBeGreaterThan(0)
    expect(limited.filter((id) => !allowed.has(id))).toEqual([])
    expect((await shown(operator)).some((id) => !allowed.has(id))).toBe(true)
  })

  it('finds nothing for an empty text', async () => {
    expect((await get('search', sol)).found).toEqual([])
    expect((await get('search', { ...sol, q: '  ' })).found).toEqual([])
  })

  it.each([
    ['a latitude off the globe', { lat: '91', lon: '0', q: 'sol' }, 'lat'],
    ['a caller that is not an id', { idCaller: 'ana', q: 'sol' }, 'idCaller'],
    ['an invalid flag', { queryAsDestination: 'maybe' }, 'queryAsDestination'],
    ['an unknown field', { within: '100' }, 'within'],
  ])('rejects %s, naming the field', async (_, query, field) => {
    for (const call of ['search', 'suggested']) {
      const { status, meta } = await get(call, query as unknown as Record<string, string>)
      expect([status, meta.field]).toEqual([400, field])
    }
  })

  it('returns 404 for an unknown authorization', async () => {
    expect((await get('search', { q: 'sol', idAuthorization: '999999999' })).status).toBe(404)
  })
})

describe('the shipped streets', () => {
  const cadiz = { lat: '36.5297', lon: '-6.2927' }
  const first = async (q: string, near: Record<string, string> = cadiz) =>
    (await get('search', { ...near, q })).found[0]

  it.each([
    'Ancha esquina San José',
    'Ancha y San José',
    'Ancha con San José',
    'Ancha / San José',
    'C/ Ancha / C/ San José',
    'acnha esquina san jsoe',
  ])('include the corner %j', async (q) =>
    expect(await first(q)).toMatchObject({
      addressField: 'Calle Ancha esquina Calle San José, Cádiz',
      lat: expect.closeTo(36.53435, 4),
      lon: expect.closeTo(-6.29847, 4),
      source: 'street',
    }),
  )

  it('come before corners if their own name contains "y"', async () => {
    const { found } = await get('search', { lat: '38.986', lon: '-3.927', q: 'calle ramon y cajal' })
    expect(found[0]?.addressField).toMatch(/Ramón y Cajal, Ciudad Real$/)
  })

  it('keep the house number as typed, and mark the middle of the street as approximate', async () => {
    const street = await first('ancha')
    expect(street).toMatchObject({ addressField: 'Calle Ancha, Cádiz', source: 'street' })
    expect(street).not.toHaveProperty('isApproximate')
    expect(await first('c/ ancha nº 12B')).toEqual({
      ...street,
      addressField: 'Calle Ancha, 12B, Cádiz',
      isApproximate: true,
    })
    const dated = await first('calle 3 de abril', { lat: '42.01', lon: '-4.53' })
    expect(dated).toMatchObject({ addressField: 'Calle 3 de Abril, Palencia' })
    expect(dated).not.toHaveProperty('isApproximate')
    expect(await first('calle 3 de abril 5', { lat: '42.01', lon: '-4.53' })).toMatchObject({
      addressField: 'Calle 3 de Abril, 5, Palencia',
      isApproximate: true,
    })
  })

  it('are offered for another town only if it is named', async () => {
    for (const q of ['ancha esquina san jose', 'calle ancha 12', 'calle ancha'])
      expect(texts((await get('search', { ...sol, q })).found).filter((text) => text.endsWith('Cádiz'))).toEqual([])
    expect(await first('ancha esquina san jose, cadiz', sol)).toMatchObject({ source: 'street' })
    expect(await first('ancha 12 cadiz', sol)).toMatchObject({ addressField: 'Calle Ancha, 12, Cádiz' })
  })

  it('give way to an address that the desk has saved there', async () => {
    await inDemo((tx) =>
      tx
        .insertInto('address')
        .values({ tenant_id: 1, address_field: 'Calle Ancha, 7, Cádiz', lat: 36.5334, lon: -6.2975 })
        .execute(),
    )
    const { found } = await get('search', { ...cadiz, q: 'ancha 7' })
    expect(found[0]).toMatchObject({ addressField: 'Calle Ancha, 7, Cádiz', source: 'address', lat: 36.5334 })
    expect(texts(found).filter((text) => text === 'Calle Ancha, 7, Cádiz')).toHaveLength(1)
  })

  it('have names treated as text, whatever characters they contain', async () => {
    const name = `Calle <img src=x onerror="alert(1)"> O'Neil & "Hijos"`
    const owner = new pg.Client(server.database.ownerUrl)
    await owner.connect()
    await owner.query(
      `insert into place (id, name, address_field, kind, city, lat, lon) values (9000000, $1, $1 || ', Cádiz', 'way', 'Cádiz', 36.53, -6.29)`,
      [name],
    )
    await owner.end()
    expect(await first(`onerror o'neil "hijos"`)).toMatchObject({ addressField: `${name}, Cádiz` })
  })

  it('are found at a point along them, wherever their middle is', async () => {
    const query = new URLSearchParams({ format: 'jsonv2', lat: '36.53329', lon: '-6.29739' })
    const { response } = await server.ask<Record<string, unknown>>(`/api/reverse?${query}`, { token: operator })
    expect(response).toMatchObject({
      display_name: 'Calle Ancha, Cádiz',
      address: { road: 'Calle Ancha', city: 'Cádiz' },
      source: 'street',
      isApproximate: true,
    })
  })
})

describe('the suggested addresses', () => {
  const place = (addressField: string, more: object = {}) => ({ addressField, lat: 40.42, lon: -3.7, ...more })
  let caller: number
  beforeAll(async () => {
    caller = await inDemo<number>(async (tx) => {
      const { id } = await tx
        .insertInto('caller')
        .values({ tenant_id: 1, phone_number: '600999888' })
        .returning('id')
        .executeTakeFirstOrThrow()
      const poi = await tx.selectFrom('poi').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
      const rides = [
        [place('Calle de Siempre, 1'), place('Aeropuerto Inventado', { isPoi: true, idPoi: poi.id })],
        [place('Calle de Siempre, 1'), place('Calle del Médico, 3')],
        [place('Calle Nueva, 2'), null],
      ] as const
      for (const [nth, [origin, destination]] of rides.entries())
        await tx
          .insertInto('booking')
          .values({
            tenant_id: 1,
            status: 30,
            asap: true,
            time_booking_start: new Date(Date.UTC(2026, 4, 1 + nth)),
            origin: JSON.stringify(origin),
            destination: destination && JSON.stringify(destination),
            id_caller: id,
          })
          .execute()
      return id
    })
  })

  const authorizationRiddenFrom = (addressField: string) =>
    inDemo<number>(async (tx) => {
      const found = await tx.selectFrom('customer_authorization').select('id').executeTakeFirstOrThrow()
      await tx
        .insertInto('booking')
        .values({
          tenant_id: 1,
          status: 30,
          asap: true,
          time_booking_start: new Date(Date.UTC(2099, 0, 1)),
          origin: JSON.stringify(place(addressField)),
          id_authorization: found.id,
        })
        .execute()
      return found.id
    })

  it('come from the origins or destinations of the caller’s rides (B-193, L-254)', async () => {
    const query = { ...sol, idCaller: String(caller) }
    const origins = await get('suggested', { ...query, queryAsDestination: 'false' })
    expect(texts(origins.found)).toEqual(['Calle de Siempre, 1', 'Calle Nueva, 2'])
    expect(origins.found[0]).toMatchObject({ source: 'history', isPoi: false, distanceMeters: expect.any(Number) })
    const { found } = await get('suggested', { ...query, queryAsDestination: 'true' })
    expect(texts(found)).toEqual(['Aeropuerto Inventado', 'Calle del Médico, 3'])
    expect(found[0]).toMatchObject({ isPoi: true, idPoi: expect.any(Number) })
  })

  it('come first in the places search, which also depends on the point, the customer, the text and the end (B-194, L-254)', async () => {
    const search = async (query: Record<string, string>) => texts((await get('search', { ...sol, ...query })).found)
    const q = 'calle nueva'
    const anybody = await search({ q })
    expect(anybody).not.toContain('Calle Nueva, 2')
    const from = await search({ q, idCaller: String(caller), queryAsDestination: 'false' })
    expect(from.filter((text) => !anybody.includes(text))).toEqual(['Calle Nueva, 2'])
    expect(await search({ q, idCaller: String(caller), queryAsDestination: 'true' })).toEqual(anybody)
    const to = await search({ q: 'medico', idCaller: String(caller), queryAsDestination: 'true' })
    expect(to[0]).toBe('Calle del Médico, 3')
    expect((await get('search', { q, idCaller: String(caller) }, business)).status).toBe(403)
    const idAuthorization = await authorizationRiddenFrom('Sede Nueva, 9')
    for (const call of ['search', 'suggested']) {
      const asked = async (query: Record<string, string>) => (await get(call, query)).found
      const ridden = { q: 'sede nueva', idAuthorization: String(idAuthorization) }
      expect(texts(await asked({ ...ridden, queryAsDestination: 'false' }))[0]).toBe('Sede Nueva, 9')
      expect(texts(await asked({ ...ridden, queryAsDestination: 'true' }))).not.toContain('Sede Nueva, 9')
      const metres = async (lat: string) =>
        (await asked({ q, idCaller: String(caller), lat, lon: '-3.7' })).find(
          ({ addressField }) => addressField === 'Calle Nueva, 2',
        )?.distanceMeters ?? 0
      expect(await metres('40.42')).toBe(0)
      expect(await metres('40.52')).toBeGreaterThan(10_000)
    }
  })

  it('are narrowed by the typed text', async () => {
    const query = { idCaller: String(caller), q: 'medico', queryAsDestination: 'true' }
    expect(texts((await get('suggested', query)).found)).toEqual(['Calle del Médico, 3'])
  })

  it('come from the rides of an authorization too', async () => {
    const id = await authorizationRiddenFrom('Sede Inventada, 9')
    const { found } = await get('suggested', { idAuthorization: String(id) })
    expect(texts(found)).toContain('Sede Inventada, 9')
  })

  it('are empty without a caller or an authorization', async () => {
    expect((await get('suggested', sol)).found).toEqual([])
  })

  it('of a caller are closed to users who take no bookings', async () => {
    expect((await get('suggested', { idCaller: String(caller) }, business)).status).toBe(403)
    expect((await get('suggested', { idCaller: String(caller) }, await server.signInAs('newcomer'))).status).toBe(403)
  })

  it('from rides with other fleets require the complete number', async () => {
    const supplier = await server.signInWith({ editServiceToInvoiceByFleet: '29' })
    const query = { idCaller: String(caller) }
    expect((await get('suggested', query, supplier)).found).toEqual([])
    expect((await get('suggested', { ...query, phoneNumber: '600999881' }, supplier)).found).toEqual([])
    const { found } = await get('suggested', { ...query, phoneNumber: '600999888' }, supplier)
    expect(texts(found)).toEqual(['Calle de Siempre, 1', 'Calle Nueva, 2'])
  })

  it('return 404 for an unknown authorization and nothing for another tenant’s caller', async () => {
    expect((await get('suggested', { idAuthorization: '999999999' })).status).toBe(404)
    const costa = await server.signInAs('operator', 'costa')
    const { response } = await server.ask<Answer>(`/api/places/costa/suggested?idCaller=${caller}`, { token: costa })
    expect(response).toEqual({ suggestedAddresses: [] })
  })
})

describe('reverse geocoding', () => {
  const reverse = (query: Record<string, string>, headers: Record<string, string> = {}, token = operator) =>
    server.ask<Record<string, unknown>>(`/api/reverse?${new URLSearchParams({ format: 'jsonv2', ...query })}`, {
      token,
      headers,
    })

  it('returns the address at lat and lon in format jsonv2, for the tenant of the token (B-195)', async () => {
    const { status, response } = await reverse({ lat: '40.4138', lon: '-3.6921' })
    expect(status).toBe(200)
    expect(response).toMatchObject({
      display_name: 'Museo Nacional del Prado, Paseo del Prado, Madrid',
      address: { road: 'Museo Nacional del Prado, Paseo del Prado', city: 'Madrid' },
      lat: 40.4138,
      lon: -3.6921,
      distanceMeters: 0,
    })
  })

  it('marks a place that is only nearby, in the user’s language', async () => {
    const point = { lat: '40.4145', lon: '-3.6885' }
    expect((await reverse(point)).response?.display_name).toMatch(/^Cerca de /)
    expect((await reverse(point, { 'accept-language': 'en-GB,en;q=0.9' })).response?.display_name).toMatch(/^Near /)
  })

  it('returns 404 in the middle of the sea', async () => {
    const { status, meta } = await reverse({ lat: '38.5', lon: '5.5' })
    expect([status, meta.errorMessage]).toEqual([404, 'Unable to geocode'])
  })

  it.each([
    ['no point', {}, 'lat'],
    ['half a point', { lat: '40' }, 'lon'],
    ['another format', { lat: '40', lon: '3', format: 'xml' }, 'format'],
  ])('rejects %s, naming the field', async (_, query, field) => {
    const { status, meta } = await reverse(query as Record<string, string>)
    expect([status, meta.field]).toEqual([400, field])
  })

  it('requires a valid token', async () => {
    expect((await reverse({ lat: '40', lon: '-3' }, {}, 'x'.repeat(43))).status).toBe(401)
  })
})

describe('the route between points', () => {
  type WayAnswer = { way: { distanceMeters: number; durationSeconds: number; path: string; source: string } }
  const wayAlong = (points: string, token = operator) =>
    server.ask<WayAnswer>(`/api/places/demo/way?${new URLSearchParams({ points })}`, { token })

  it('follows the streets of a shipped city', async () => {
    const { status, response } = await wayAlong('36.5292,-6.2951,36.5068,-6.2745')
    expect([status, response?.way.source]).toEqual([200, 'streets'])
    expect(decodePath(response?.way.path ?? '').length).toBeGreaterThan(20)
    expect(response?.way.distanceMeters).toBeGreaterThan(2_900)
    expect(response?.way.durationSeconds).toBeGreaterThan(200)
  })

  it.each([
    ['elsewhere', '40.4169,-3.7035,40.4065,-3.6895', 2],
    ['by a point in the sea', '36.5292,-6.2951,36.5297,-6.33,36.5068,-6.2745', 3],
  ])('is the straight line times 1.6 %s (L-277)', async (_, points, count) => {
    const { response } = await wayAlong(points)
    expect(response?.way.source).toBe('line')
    const path = decodePath(response?.way.path ?? '')
    expect(path).toHaveLength(count)
    const metres = path.slice(1).reduce((sum, to, at) => sum + rideDistanceMetres(path[at] ?? to, to), 0)
    expect(response?.way.distanceMeters).toBe(metres)
  })

  it.each([
    ['one point', '40.4,-3.7'],
    ['no point', ''],
    ['half a point', '40.4,-3.7,40.5'],
    ['an invalid point', '40.4,-3.7,91,0'],
    ['words', 'here,there,and,back'],
    ['more points than a ride has', Array.from({ length: 26 }, () => '40.4,-3.7').join(',')],
    ['more text than points need', '4'.repeat(1_200)],
  ])('refuses %s', async (_, points) => {
    const { status, meta } = await wayAlong(points)
    expect([status, meta.field]).toEqual([400, 'points'])
  })

  it('requires a valid token', async () =>
    expect((await wayAlong('40.4,-3.7,40.5,-3.7', 'x'.repeat(43))).status).toBe(401))
})

describe('a configured geocoding provider', () => {
  let provider: Awaited<ReturnType<typeof testProvider>>
  let beside: TestServer
  let token: string
  beforeAll(async () => {
    provider = await testProvider({ body: [nominatimPlace] })
    beside = await testServer({ NOMINATIM_URL: provider.url })
    token = await beside.signInAs('operator')
  })
  afterAll(async () => {
    await beside.stop()
    await provider.stop()
  })

  const sources = async (q: string) => {
    const { response } = await beside.ask<Answer>(`/api/places/demo/search?q=${encodeURIComponent(q)}`, { token })
    return [...new Set(response?.suggestedAddresses.map(({ source }) => source))]
  }

  it('adds its results after our own', async () => {
    expect((await sources('gran via')).at(-1)).toBe('nominatim')
  })

  it('leaves our own results in place when it fails or does not respond', async () => {
    provider.state.answer = 'silence'
    expect(await sources('gran vía de')).toContain('place')
    provider.state.answer = { status: 500, body: '' }
    expect(await sources('puerta del sol')).toContain('place')
  })
})

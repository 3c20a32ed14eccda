import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { basic } from '../passwords.ts'
import { type TestServer, testServer } from '../testing/server.ts'
import { runAdmin } from './commands.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())

/** Runs a command on the server's own database, which stays open for the next one. */
const admin = (line: string, file?: unknown) => {
  const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '')
  return runAdmin(
    words,
    () => file,
    async () => ({ ...server.database, close: async () => {} }),
  )
}

const signIn = (identifier: string, password: string, subdomain: string) =>
  server.ask<{ token: string; permissions: unknown[] }>(`/api/authenticate/${subdomain}/`, {
    method: 'POST',
    headers: { authorization: basic(identifier, password) },
  })

const tokenOf = async (identifier: string, password: string, subdomain: string) =>
  (await signIn(identifier, password, subdomain)).response?.token ?? ''

const passwordIn = (text: string) => /^Password: (\S+)$/m.exec(text)?.[1] ?? ''

const square = (from: number) => `POLYGON((${from} 40, ${from + 1} 40, ${from + 1} 41, ${from} 40))`

describe('tenants', () => {
  it('are created once, whatever the letter case, and listed', async () => {
    expect(await admin('tenant create Lago --name "Taxis Lago"')).toMatch(/^Tenant lago made, id \d+$/)
    await expect(admin('tenant create lago --name Other')).rejects.toThrow('There is a tenant lago already')
    expect(await admin('tenant list')).toMatch(/\d+ +lago +Taxis Lago +0 +0/)
  })

  it('keep the type of each flag, and lose entries that are set to nothing', async () => {
    await admin('tenant create flags --name Flags --config f', { color: '#123456', hasSpartan: true })
    await admin('tenant set flags cancelReasonMinLength=12 mandatoryDestination=true name=2026 color= own=1')
    expect(JSON.parse(await admin('tenant config flags'))).toEqual({
      name: '2026',
      hasSpartan: true,
      cancelReasonMinLength: 12,
      mandatoryDestination: true,
      own: 1,
    })
  })

  it('take the language of their letters and mails', async () => {
    await admin('tenant create idiomas --name Idiomas')
    expect(await admin('tenant set idiomas language=en')).not.toContain('Not known')
    expect(JSON.parse(await admin('tenant config idiomas'))).toMatchObject({ language: 'en' })
  })

  it('take a whole config from a file, and keep their name if the file has none', async () => {
    await admin('tenant create whole --name Whole --config f', { logo: 'a', hasSpartan: true })
    expect(await admin('tenant config whole f', { color: 'red', ahead: 1 })).toContain(
      'Not known to this version of Parada: ahead',
    )
    expect(JSON.parse(await admin('tenant config whole'))).toEqual({ name: 'Whole', color: 'red', ahead: 1 })
  })

  it('stay unchanged after a refused change', async () => {
    await expect(admin('tenant set demo color=red hasSpartan=perhaps')).rejects.toThrow(/^hasSpartan: Invalid input/)
    await expect(admin('tenant set demo name=')).rejects.toThrow(/^name: /)
    await expect(admin('tenant set demo timeZone=Mars/North')).rejects.toThrow(/^timeZone: /)
    await expect(admin('tenant set demo language=fr')).rejects.toThrow(/^language: /)
    await expect(admin('tenant set demo messageQuotas={"sms":{"tenant":3000000000}}')).rejects.toThrow(
      /^messageQuotas.sms.tenant: /,
    )
    expect(JSON.parse(await admin('tenant config demo'))).toMatchObject({ color: '#1f3fa8', hasSpartan: true })
  })

  it('are named in the error if they do not exist', async () => {
    await expect(admin('fleet list nowhere')).rejects.toThrow('There is no tenant nowhere')
  })
})

describe('fleets', () => {
  const file = [
    {
      id: 5_000,
      fleetName: 'Taxi Uno',
      lat: 40.5,
      lon: -3.5,
      protocolDispatch: 1,
      taxiFeatures: [7],
      geoAreaOrigin: [{ description: 'Uno', geometryWKT: square(-4) }],
    },
    { idExternal: 'DOS', fleetName: 'Taxi Dos', lat: 40.6, lon: -3.6, timeZone: 'Atlantic/Canary', radiusKm: 12.5 },
  ]
  const stored = async () => {
    const { rows } = await server.database.pool.query('select tenant_of_subdomain($1) as id', ['flotas'])
    return server.database.inTenant(rows[0].id, async (tx) => ({
      fleets: await tx.selectFrom('fleet').selectAll().orderBy('fleet_name', 'desc').execute(),
      areas: await tx.selectFrom('fleet_geo_area').select(['id_fleet', 'geometry_wkt']).execute(),
    }))
  }
  beforeAll(async () => {
    await admin('tenant create flotas --name Flotas')
    await admin('taxi-features import flotas f', [{ id: 7, name: 'Wifi' }])
  })

  it('are created with their areas, and updated by a second import', async () => {
    expect(await admin('fleet import flotas f', file)).toBe('Fleets of flotas: 2 made, 0 changed')
    expect(await admin('fleet import flotas f', file)).toBe('Fleets of flotas: 0 made, 2 changed')
    const { fleets, areas } = await stored()
    expect(fleets).toMatchObject([
      { id: 5_000, fleet_long_name: 'Taxi Uno', protocol_dispatch: 1, taxi_features: [7], time_zone: 'Europe/Madrid' },
      { id: 5_001, id_external: 'DOS', time_zone: 'Atlantic/Canary', radius_km: 12.5, status: 1 },
    ])
    expect(areas).toEqual([{ id_fleet: 5_000, geometry_wkt: square(-4) }])
    expect(await admin('fleet list flotas')).toMatch(/5001 +DOS +Taxi Dos +0 +Atlantic\/Canary +0 +1/)
  })

  it('keep the fields that an entry leaves out, and replace the areas that it contains', async () => {
    const change = [
      {
        id: 5_000,
        fleetName: 'Taxi Uno Nuevo',
        lat: 1,
        lon: 2,
        geoAreaOrigin: [{ description: 'B', geometryWKT: square(0) }],
      },
      { idExternal: 'DOS', fleetName: 'Taxi Dos', lat: 40.6, lon: -3.6 },
    ]
    await admin('fleet import flotas f', change)
    const { fleets, areas } = await stored()
    expect(fleets).toMatchObject([
      { fleet_name: 'Taxi Uno Nuevo', protocol_dispatch: 1, taxi_features: [7] },
      { radius_km: 12.5 },
    ])
    expect(areas).toEqual([{ id_fleet: 5_000, geometry_wkt: square(0) }])
  })

  it.each([
    [
      'a feature the tenant lacks',
      { idExternal: 'DOS' },
      { idExternal: 'X', taxiFeatures: [7, 8] },
      'Entry 2 (Taxi Malo): taxiFeatures: the tenant has no feature 8',
    ],
    [
      'an external id of another fleet',
      { id: 5_000 },
      { id: 77, idExternal: 'DOS' },
      'Entry 2 (Taxi Malo): idExternal: belongs to fleet 5001',
    ],
    [
      'a fleet named by another entry too',
      { idExternal: 'DOS' },
      { id: 5_001 },
      'Entry 2 (Taxi Malo): id: is also that of entry 1',
    ],
  ])('are refused for %s, and nothing is written', async (_, first, bad, message) => {
    const before = await stored()
    const wrong = { fleetName: 'Taxi Malo', lat: 1, lon: 1, ...bad }
    await expect(
      admin('fleet import flotas f', [{ ...first, fleetName: 'Taxi Bueno', lat: 1, lon: 1 }, wrong]),
    ).rejects.toThrow(message)
    expect(await stored()).toEqual(before)
  })

  it('of another tenant are not changed, even under the same id', async () => {
    await admin('tenant create vecino --name Vecino')
    expect(await admin('fleet import vecino f', [{ id: 5_000, fleetName: 'Vecina', lat: 1, lon: 1 }])).toContain(
      '1 made',
    )
    expect((await stored()).fleets[0]?.fleet_name).not.toBe('Vecina')
  })
})

describe('users', () => {
  beforeAll(() => admin('tenant create gente --name Gente'))

  it('can sign in with the printed password, and have the permissions they were given', async () => {
    const line = 'user create gente --email Ana@gente.example --first Ana --last Luz --permissions f taxiMap=true'
    const printed = await admin(line, { viewServiceByFleet: '1,2', taxiMap: 'false' })
    const { status, response } = await signIn('ana@gente.example', passwordIn(printed), 'gente')
    expect(status).toBe(200)
    expect(response?.permissions).toEqual([
      { key1: 'taxiMap', value: 'true' },
      { key1: 'viewServiceByFleet', value: '1,2' },
    ])
    await expect(admin(line, {})).rejects.toThrow('gente has a user with this e-mail or mobile number already')
  })

  it('can sign in with a mobile number and a chosen password, which is not printed', async () => {
    const printed = await admin(
      'user create gente --mobile "+34;600 111 222" --first Bea --last Mar --password agua-clara',
    )
    expect(printed).toMatch(/^User 34;600111222 of gente made, id \d+$/)
    expect((await signIn('34;600111222', 'agua-clara', 'gente')).status).toBe(200)
    expect(await admin('user list gente')).toMatch(/Bea Mar +34;600111222 +enabled +0/)
  })

  it('lose their sessions and have no reset link left when they get a new password', async () => {
    await admin('user create gente --email c@gente.example --first C --last C --password primera-clave')
    const token = await tokenOf('c@gente.example', 'primera-clave', 'gente')
    await server.ask('/api/users/gente/resend-password', { method: 'POST', body: { email: 'c@gente.example' } })
    const password = passwordIn(await admin('user password gente C@gente.example'))
    const { rows } = await server.database.pool.query('select tenant_of_subdomain($1) as id', ['gente'])
    const links = await server.database.inTenant(rows[0].id, (tx) =>
      tx.selectFrom('password_reset').selectAll().execute(),
    )
    expect((await server.ask('/api/users/gente/self', { token })).status).toBe(401)
    expect((await signIn('c@gente.example', 'primera-clave', 'gente')).status).toBe(401)
    expect((await signIn('c@gente.example', password, 'gente')).status).toBe(200)
    expect(links).toEqual([])
  })

  it('cannot sign in while disabled, and do not get their old session back when enabled', async () => {
    await admin('user create gente --email d@gente.example --first D --last D --password primera-clave')
    const token = await tokenOf('d@gente.example', 'primera-clave', 'gente')
    await admin('user disable gente d@gente.example')
    expect((await signIn('d@gente.example', 'primera-clave', 'gente')).status).toBe(401)
    await admin('user enable gente d@gente.example')
    expect((await server.ask('/api/users/gente/self', { token })).status).toBe(401)
    expect((await signIn('d@gente.example', 'primera-clave', 'gente')).status).toBe(200)
  })

  it('can have permissions set, removed, replaced and printed, with effect on open sessions', async () => {
    await admin('user create gente --email e@gente.example --first E --last E --password primera-clave')
    const token = await tokenOf('e@gente.example', 'primera-clave', 'gente')
    const held = async () =>
      (
        await server.ask<{ permissions: { key1: string }[] }>('/api/users/gente/self/permissions', { token })
      ).response?.permissions.map(({ key1 }) => key1)
    await admin('user permissions gente e@gente.example set taxiMap=true *=true')
    expect(await held()).toEqual(['*', 'taxiMap'])
    await admin('user permissions gente e@gente.example remove *')
    expect(await held()).toEqual(['taxiMap'])
    const printed = await admin('user permissions gente e@gente.example f', { viewPromo: 'true', editRatings: 'true' })
    expect(await held()).toEqual(['editRatings', 'viewPromo'])
    expect(await admin('user permissions gente e@gente.example')).toBe(printed)
    expect(JSON.parse(printed)).toEqual({ editRatings: 'true', viewPromo: 'true' })
  })

  it('are not found in another tenant', async () => {
    await expect(admin('user disable gente ana.perez@demo.example')).rejects.toThrow(
      'gente has no user ana.perez@demo.example',
    )
  })
})

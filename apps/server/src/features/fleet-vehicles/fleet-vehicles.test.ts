import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FleetVehicle } from '@parada/contract/calls/fleet-vehicles'
import type { JournalLine } from '@parada/contract/journal'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCertificate } from '../../testing/certificate.ts'
import { type TestServer, testServer } from '../../testing/server.ts'

let server: TestServer
let everything: string
let ofOne: string
let certificates: string
const lessee = 'routeSheet_nifarrendatarioDefault'
const named = 'B00000000/Flotas Ejemplo'

beforeAll(async () => {
  certificates = await mkdtemp(join(tmpdir(), 'parada-certificates-'))
  const { certificate, key } = makeCertificate('Flota Norte')
  for (const [tenant, name] of [
    ['demo', 'norte'],
    ['costa', 'sur'],
  ] as const) {
    await mkdir(join(certificates, tenant))
    await writeFile(join(certificates, tenant, `${name}.pem`), certificate + key)
  }
  server = await testServer({ REGISTER_CERTIFICATES: certificates })
  everything = await server.signInAs('everything')
  ofOne = await server.signInWith({ adminFleetVehicleByNifArrendatario: named })
})
afterAll(async () => {
  await server.stop()
  await rm(certificates, { recursive: true })
})

type Answer = { fleetVehicle: FleetVehicle; journal: JournalLine[] }

const list = async (query = '', token = everything) => {
  const { status, meta, response } = await server.ask<{ fleetVehicleList: FleetVehicle[] }>(
    `/api/fleet-vehicle/demo/list?${query}`,
    { token },
  )
  return { status, meta, rows: response?.fleetVehicleList ?? [] }
}
const read = (id: number, token = everything) => server.ask<Answer>(`/api/fleet-vehicle/demo/${id}`, { token })
const create = (body: object, token = everything) =>
  server.ask<Answer>('/api/fleet-vehicle/demo', { method: 'POST', body, token })
const save = (id: number, body: object, token = everything) =>
  server.ask<Answer>(`/api/fleet-vehicle/demo/${id}`, { method: 'PUT', body, token })
const remove = (id: number, token = everything) =>
  server.ask(`/api/fleet-vehicle/demo/${id}`, { method: 'DELETE', token })

let plates = 0
const nextPlate = () => `${String(++plates).padStart(4, '0')} ZZZ`
const made = async (change: object = {}) => {
  const { response } = await create({ numberPlateToSync: nextPlate(), [lessee]: 'B00000000', ...change })
  if (!response) throw new Error('No vehicle was made')
  return response.fleetVehicle
}

describe('the list of vehicles', () => {
  const fields =
    'id numberPlateToSync numberPlateToMatch routeSheet_export routeSheet_niftitular routeSheet_nifarrendadorDefault routeSheet_nifarrendatarioDefault routeSheet_nombarrendatarioDefault routeSheet_notificationsEmail routeSheet_certificado'

  it('has the documented fields, ordered by id (L-194)', async () => {
    const { rows } = await list()
    expect(Object.keys(rows[0] ?? {})).toEqual(expect.arrayContaining(fields.split(' ')))
    expect(rows).toHaveLength(20)
    expect(rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id).toSorted((one, other) => one - other))
  })

  it('has the codes and names of the contract’s place and of the distant point (L-195)', async () => {
    const { rows } = await list('routeSheet_cgmunicontratoDefault=079')
    expect(rows[0]).toMatchObject({
      routeSheet_cgprovcontratoDefault: '28',
      routeSheet_cgmunicontratoDefault: '079',
      routeSheet_nombprovcontratoDefault: 'Madrid',
      routeSheet_nombmunicontratoDefault: 'Madrid',
      routeSheet_cgprovlejanoDefault: expect.stringMatching(/^\d\d$/),
      routeSheet_cgmunilejanoDefault: expect.stringMatching(/^\d{3}$/),
      routeSheet_nombprovlejanoDefault: expect.stringMatching(/./),
      routeSheet_nombmunilejanoDefault: expect.stringMatching(/./),
    })
  })

  it('takes the list parameters, returns fleetVehicleList with its total and does not filter by date (L-199)', async () => {
    const { meta } = await list()
    const long = await list('mode=grid&pageNumber=1&resultsPerPage=20&orderBy=id%20ASC&from=0&to=1')
    expect([long.status, long.meta.totalQueryCount]).toEqual([200, meta.totalQueryCount])
    expect(long.rows).not.toEqual([])
    const tooLong = await list(`from=0&to=${122 * 86_400_000}`)
    expect([tooLong.status, tooLong.meta.field]).toEqual([400, 'to'])
  })
})

describe('one vehicle', () => {
  it('is returned as fleetVehicle with its journal (L-200)', async () => {
    const { id } = await made({ routeSheet_notificationsEmail: 'hojas@demo.example' })
    const { status, response } = await read(id)
    expect(status).toBe(200)
    expect(response?.fleetVehicle).toMatchObject({
      id,
      version: 1,
      routeSheet_notificationsEmail: 'hojas@demo.example',
    })
    expect(response?.journal).toMatchObject([{ action: 'create', version: 1 }])
    expect((await read(999_999)).status).toBe(404)
  })

  it('is created with 201, and its plate is the default for matching (L-201)', async () => {
    const { status, meta, response } = await create({
      numberPlateToSync: '4321 bcd',
      [lessee]: 'b-00000000',
      routeSheet_cgprovlejanoDefault: '45',
      routeSheet_cgmunilejanoDefault: '168',
    })
    expect([status, meta.code]).toEqual([201, 201])
    expect(response?.fleetVehicle).toMatchObject({
      id: expect.any(Number),
      numberPlateToSync: '4321BCD',
      numberPlateToMatch: '4321BCD',
      [lessee]: 'B00000000',
      routeSheet_nombprovlejanoDefault: 'Toledo',
      routeSheet_nombmunilejanoDefault: 'Toledo',
      routeSheet_export: false,
    })
  })

  it('can be changed under its current version, in full or in part (L-202)', async () => {
    const vehicle = await made()
    const { status, response } = await save(vehicle.id, { ...vehicle, routeSheet_export: true })
    expect([status, response?.fleetVehicle.routeSheet_export, response?.fleetVehicle.version]).toEqual([200, true, 2])
    const stale = await save(vehicle.id, { routeSheet_niftitular: '12345678Z', version: 1 })
    expect([stale.status, stale.meta.problem]).toEqual([409, 'problems.fleetVehicleChanged'])
    expect(stale.meta.conflict).toMatchObject({ version: 2, changes: [{ field: 'routeSheet_export', after: true }] })
    expect((await save(vehicle.id, { routeSheet_niftitular: '12345678Z', version: 2 })).status).toBe(200)
    expect((await read(vehicle.id)).response?.journal.map(({ action }) => action)).toEqual(['create', 'edit', 'edit'])
    expect((await save(vehicle.id, { routeSheet_export: false })).meta.field).toBe('version')
    expect((await save(vehicle.id, { id: 1, version: 3 })).meta.field).toBe('id')
  })

  it.each([
    ['wait for the register', 10],
    ['are registered and not started', 20],
  ])('is removed with code 204, unless route sheets of it %s (L-203)', async (_, status) => {
    const { id } = await made()
    const { id: waiting } = await made()
    await server.database.inTenant(1, async (tx) => {
      const booking = await tx.selectFrom('booking').select('id').executeTakeFirstOrThrow()
      const now = server.clock.now
      await tx
        .insertInto('route_sheet')
        .values({
          ...{ tenant_id: 1, id_booking: booking.id, id_vehicle: waiting, number_plate: '1234BCD' },
          ...{ nifarrendatario: 'B00000000', fcontrato: now, fprevistainicio: now, status },
        })
        .execute()
    })
    const refused = await remove(waiting)
    expect([refused.status, refused.meta.problem]).toEqual([409, 'problems.sheetsWaiting'])
    expect((await remove(id)).meta.code).toBe(204)
    expect((await read(id)).status).toBe(404)
    expect((await remove(id)).status).toBe(404)
  })

  it.each([
    ['a plate of no form', { numberPlateToSync: 'NO PLATE' }, 'numberPlateToSync'],
    ['a sign without a digit', { numberPlateToMatch: 'TAXI' }, 'numberPlateToMatch'],
    ['an owner with a wrong letter', { routeSheet_niftitular: '12345678A' }, 'routeSheet_niftitular'],
    [
      'a lessor with a wrong digit',
      { routeSheet_nifarrendadorDefault: 'B00000001' },
      'routeSheet_nifarrendadorDefault',
    ],
    ['a lessee with a wrong digit', { [lessee]: 'B00000001' }, lessee],
    ['no lessee', { [lessee]: ' ' }, lessee],
    ['a lessee that is not text', { [lessee]: 7 }, lessee],
    ['no e-mail address', { routeSheet_notificationsEmail: 'hojas' }, 'routeSheet_notificationsEmail'],
    [
      'a municipality of another province',
      { routeSheet_cgprovcontratoDefault: '51', routeSheet_cgmunicontratoDefault: '079' },
      'routeSheet_cgmunicontratoDefault',
    ],
    [
      'an unknown province',
      { routeSheet_cgprovlejanoDefault: '99', routeSheet_cgmunilejanoDefault: '001' },
      'routeSheet_cgprovlejanoDefault',
    ],
    ['a province alone', { routeSheet_cgprovlejanoDefault: '28' }, 'routeSheet_cgmunilejanoDefault'],
    ['an invalid certificate', { routeSheet_certificado: '-----BEGIN' }, 'routeSheet_certificado'],
    ['an unknown field', { colour: 'white' }, 'colour'],
  ])('is rejected for %s when created or changed, naming the field', async (_, wrong, field) => {
    const before = (await list()).meta.totalQueryCount
    const asNew = await create({ numberPlateToSync: nextPlate(), [lessee]: 'B00000000', ...wrong })
    expect([asNew.status, asNew.meta.field]).toEqual([400, field])
    expect((await list()).meta.totalQueryCount).toBe(before)
    const { id, version } = await made()
    const changed = await save(id, { ...wrong, version })
    expect([changed.status, changed.meta.field]).toEqual([400, field])
    expect((await read(id)).response?.fleetVehicle.version).toBe(1)
  })

  it('accepts only a certificate of its tenant, and certificates are listed by name alone', async () => {
    const { response } = await server.ask('/api/fleet-vehicle/demo/certificates', { token: ofOne })
    expect(response).toEqual({ certificateList: ['norte'] })
    const { id } = await made({ routeSheet_certificado: 'norte' })
    expect((await read(id)).response?.fleetVehicle.routeSheet_certificado).toBe('norte')
    expect((await save(id, { routeSheet_certificado: 'sur', version: 1 })).meta.field).toBe('routeSheet_certificado')
  })

  it('keeps a certificate that was removed until another one is chosen', async () => {
    const { id } = await made()
    await server.database.inTenant(1, (tx) =>
      tx.updateTable('fleet_vehicle').set({ route_sheet_certificado: 'old' }).where('id', '=', id).execute(),
    )
    expect((await save(id, { routeSheet_export: true, version: 1 })).status).toBe(200)
    expect((await save(id, { routeSheet_certificado: 'older', version: 2 })).meta.field).toBe('routeSheet_certificado')
    expect((await save(id, { routeSheet_certificado: 'norte', version: 2 })).status).toBe(200)
  })

  it('has unique plates, and a conflict names the other vehicle', async () => {
    const { id, numberPlateToSync } = await made({ numberPlateToMatch: 'VTC 0042' })
    const same = await create({ numberPlateToSync: `${numberPlateToSync.slice(0, 4)}-zzz`, [lessee]: 'B00000000' })
    expect(same.meta).toMatchObject({ code: 400, field: 'numberPlateToSync', values: { id } })
    const other = await made()
    const sign = await save(other.id, { numberPlateToMatch: 'vtc-0042', version: 1 })
    expect(sign.meta).toMatchObject({ code: 400, field: 'numberPlateToMatch', problem: 'problems.plateTaken' })
    const plate = nextPlate()
    const both = await Promise.all([1, 2].map(() => create({ numberPlateToSync: plate, [lessee]: 'B00000000' })))
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 400])
  })
})

describe('a lessee that the user does not manage', () => {
  it('has vehicles that cannot be read, changed or removed', async () => {
    const { id } = await made({ [lessee]: 'B00000018' })
    expect((await read(id, ofOne)).status).toBe(404)
    expect((await save(id, { routeSheet_export: true, version: 1 }, ofOne)).status).toBe(404)
    expect((await remove(id, ofOne)).status).toBe(404)
    expect((await list('', ofOne)).rows.filter((row) => row[lessee] !== 'B00000000')).toEqual([])
  })

  it('cannot be given a vehicle, new or existing', async () => {
    const foreign = await create({ numberPlateToSync: nextPlate(), [lessee]: 'B00000018' }, ofOne)
    expect([foreign.status, foreign.meta.field]).toEqual([400, lessee])
    const { id } = await made()
    const given = await save(id, { [lessee]: 'B00000018', version: 1 }, ofOne)
    expect([given.status, given.meta.field]).toEqual([400, lessee])
    expect((await save(id, { routeSheet_export: true, version: 1 }, ofOne)).status).toBe(200)
  })

  it('is out of reach without the permission', async () => {
    const token = await server.signInAs('operator')
    expect((await list('', token)).status).toBe(403)
    expect((await create({ numberPlateToSync: nextPlate(), [lessee]: 'B00000000' }, token)).status).toBe(403)
    expect((await remove(1_001, token)).status).toBe(403)
  })
})

import type { FomentoMunicipio, RouteSheet } from '@parada/contract/calls/route-sheets'
import type { JournalLine } from '@parada/contract/journal'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestServer, testServer } from '../../testing/server.ts'

let server: TestServer
let everything: string
beforeAll(async () => {
  server = await testServer()
  everything = await server.signInAs('everything')
})
afterAll(() => server.stop())

const list = async (query = '', token = everything) => {
  const { status, meta, response } = await server.ask<{ viewRouteSheetBeanList: RouteSheet[] }>(
    `/api/fomento/demo/route-sheet?${query}`,
    { token },
  )
  return { status, meta, rows: response?.viewRouteSheetBeanList ?? [] }
}
type Answer = { viewRouteSheetBean: RouteSheet; journal: JournalLine[] }
const read = (id: number, token = everything) => server.ask<Answer>(`/api/fomento/demo/route-sheet/${id}`, { token })

describe('route sheets', () => {
  it('have the documented fields of booking, vehicle, people, contract and start (L-186)', async () => {
    const fields =
      'id idBooking idSupplier status numberPlate niftitular nifarrendador nifarrendatario nombarrendatario cgprovcontrato cgmunicontrato fcontrato cgprovinicio cgmuniinicio direccioninicio fprevistainicio idservicio'
    expect(Object.keys((await list()).rows[0] ?? {})).toEqual(expect.arrayContaining(fields.split(' ')))
  })

  it('have the documented fields of end, distant point and register (L-187)', async () => {
    const fields =
      'cgprovfin cgmunifin direccionfin ffin cgprovlejano cgmunilejano direccionlejano dateSyncRegistration dateSyncStart dateSyncCancellation'
    expect(Object.keys((await list()).rows[0] ?? {})).toEqual(expect.arrayContaining(fields.split(' ')))
  })

  it('are listed with the list parameters, for 120 days at most (L-189)', async () => {
    const { rows, meta } = await list('mode=grid&pageNumber=0&resultsPerPage=20&orderBy=id%20ASC')
    expect(rows).toHaveLength(20)
    expect(meta.totalQueryCount).toBeGreaterThan(20)
    const [first] = rows
    const day = await list(`from=${first?.fcontrato}&to=${first?.fcontrato}&status=${first?.status}`)
    expect(day.rows.map(({ id }) => id)).toContain(first?.id)
    expect((await list('from=0&to=1')).meta.totalQueryCount).toBe(0)
    const tooLong = await list(`from=0&to=${122 * 86_400_000}`)
    expect([tooLong.status, tooLong.meta.field]).toEqual([400, 'to'])
  })

  it('are returned one by one with their journal (L-190)', async () => {
    const [row] = (await list('status=20')).rows
    const { status, response } = await read(row?.id ?? 0)
    expect(status).toBe(200)
    expect(response?.viewRouteSheetBean).toMatchObject({ id: row?.id, status: 20, idservicio: row?.idservicio })
    expect(response?.journal.map(({ action }) => action)).toEqual(['create', 'register'])
    expect((await read(999_999_999)).status).toBe(404)
  })

  it('of another lessee are not found', async () => {
    const token = await server.signInWith({ viewRouteSheetsByNifArrendatario: 'B00000000/Flotas Ejemplo' })
    const all = (await list('resultsPerPage=200')).rows
    const own = all.find(({ nifarrendatario }) => nifarrendatario === 'B00000000')
    const foreign = all.find(({ nifarrendatario }) => nifarrendatario !== 'B00000000')
    expect((await read(own?.id ?? 0, token)).status).toBe(200)
    expect((await read(foreign?.id ?? 0, token)).status).toBe(404)
    expect((await read(own?.id ?? 0, await server.signInAs('operator'))).status).toBe(403)
  })
})

describe('a refused route sheet', () => {
  const send = (id: number, token = everything) =>
    server.ask<Answer>(`/api/fomento/demo/route-sheet/${id}/send`, { method: 'POST', token })

  it('can be sent again only by a user who manages its lessee', async () => {
    const [refused, ...others] = (await list('status=-10&resultsPerPage=200')).rows
    const named = `${refused?.nifarrendatario}/A lessee`
    const seesOnly = await server.signInWith({ viewRouteSheetsByNifArrendatario: named })
    expect((await send(refused?.id ?? 0, seesOnly)).status).toBe(403)
    const ofAnother = await server.signInWith({ adminFleetVehicleByNifArrendatario: 'B12345674/Another' })
    expect((await send(refused?.id ?? 0, ofAnother)).status).toBe(404)
    const manager = await server.signInWith({ adminFleetVehicleByNifArrendatario: named })
    const { status, response } = await send(refused?.id ?? 0, manager)
    expect([status, response?.viewRouteSheetBean.errorMessage]).toEqual([200, ''])
    expect((await read(refused?.id ?? 0)).response?.journal.map(({ action }) => action)).toContain('again')
    const twice = await send(refused?.id ?? 0)
    expect([twice.status, twice.meta.problem]).toEqual([409, 'problems.sheetNotRefused'])
    expect(others.every(({ status: still }) => still === -10)).toBe(true)
  })
})

describe('municipalities', () => {
  const cities = async (query = '', token = everything) => {
    const { status, response } = await server.ask<{ fomentoMunicipioList: FomentoMunicipio[] }>(
      `/api/fomento/demo/cities${query}`,
      { token },
    )
    return { status, towns: response?.fomentoMunicipioList ?? [] }
  }

  it('are returned as fomentoMunicipioList, all of them or those of a province (L-191)', async () => {
    expect((await cities()).towns).toHaveLength(8_131)
    const { towns } = await cities('?cgprov=28')
    expect(towns).toHaveLength(179)
    expect(towns).toContainEqual({ cgprov: '28', nombprov: 'Madrid', cgmuni: '006', nombmuni: 'Alcobendas' })
    expect((await cities('?cgprov=99')).towns).toEqual([])
  })

  it('are available only to users who manage vehicles or see route sheets', async () => {
    for (const key of ['viewRouteSheetsByNifArrendatario', 'adminFleetVehicleByNifArrendatario'])
      expect((await cities('?cgprov=51', await server.signInWith({ [key]: 'B00000000/Uno' }))).status).toBe(200)
    expect((await cities('', await server.signInAs('operator'))).status).toBe(403)
  })
})

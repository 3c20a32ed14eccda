import type { AssistanceRow } from '@parada/contract/calls/assistance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aCase, insurerLine } from '../../assistance/testing.ts'
import { atocha, type Desk, fleets, hours, openDesk, sol } from '../../testing/desk.ts'
import { searchText } from '../../testing/server.ts'

let desk: Desk
let insurer: ReturnType<typeof insurerLine>

beforeAll(async () => {
  desk = await openDesk()
  insurer = insurerLine(desk)
})
afterAll(() => desk.stop())

type Page = { asistenciaBeanList: AssistanceRow[] }
const list = async (query: object) =>
  (await desk.get<Page>(`/asistencia/demo/list?${searchText({ resultsPerPage: 200, ...query })}`)).response
    ?.asistenciaBeanList ?? []
const rowOf = async (told: { codExpediente: string }) => (await list({ codExpediente: told.codExpediente }))[0]

describe('the list', () => {
  it('has the documented fields and the status of the booking (L-207, L-208)', async () => {
    const told = aCase(desk.now())
    const { id, idService } = await insurer.posted(told)
    const row = await rowOf(told)
    expect(Object.keys(row ?? {})).toEqual(
      expect.arrayContaining(
        'id codExpediente numServicio idService dateRequested conductor status pais provincia fechaServicio asap cancellationReason errorMessage manuallyEdited tipoExpediente bookingBreaksUpdated coordenadaX coordenadaY coordenadaXDest coordenadaYDest localizacionVehiculo direccionTraslado'.split(
          ' ',
        ),
      ),
    )
    expect(row).toMatchObject({
      ...{ id, idService, status: 10, dateRequested: desk.now(), fechaServicio: told.fechaServicio, asap: false },
      ...{ conductor: told.conductor, pais: 'España', provincia: 'Madrid', tipoExpediente: 'Avería' },
      ...{ coordenadaX: sol.lon, coordenadaY: sol.lat, coordenadaXDest: atocha.lon, coordenadaYDest: atocha.lat },
      ...{ localizacionVehiculo: sol.addressField, direccionTraslado: atocha.addressField, insurer: 'Seguros Ejemplo' },
      ...{ errorMessage: '', manuallyEdited: false, bookingBreaksUpdated: false, cancellationReason: '' },
    })
    await desk.become(idService ?? 0, { status: 30 })
    expect(await rowOf(told)).toMatchObject({ status: 30 })
  })

  it('is sorted by codExpediente and filters by start or request time (L-206, L-210)', async () => {
    const rows = await list({})
    const codes = rows.map(({ codExpediente }) => codExpediente)
    expect(rows.length).toBeGreaterThan(10)
    const sorted = await list({ orderBy: 'codExpediente ASC' })
    expect(codes).toEqual(sorted.map(({ codExpediente }) => codExpediente))
    const told = aCase(desk.now(), { fechaServicio: desk.now() + hours(50) })
    await insurer.posted(told)
    const found = async (dateType: string, from: number) =>
      (await list({ dateType, from, to: from + hours(1), codExpediente: told.codExpediente })).length
    expect(await found('start', told.fechaServicio)).toBe(1)
    expect(await found('start', desk.now())).toBe(0)
    expect(await found('request', desk.now())).toBe(1)
    expect(await found('request', told.fechaServicio)).toBe(0)
    const { status, meta } = await desk.get('/asistencia/demo/list?dateType=finish')
    expect([status, meta.field]).toEqual([400, 'dateType'])
  })

  it('accepts a range of at most 120 days', async () => {
    const day = hours(24)
    const asked = (days: number) =>
      desk.get(`/asistencia/demo/list?from=${desk.now()}&to=${desk.now() + days * day - 1}`)
    expect((await asked(120)).status).toBe(200)
    expect((await asked(122)).meta).toMatchObject({ code: 400, problem: 'problems.rangeTooLong' })
  })

  it('separates cases that need correcting from those under way and those that are over, and counts each view', async () => {
    const broken = aCase(desk.now(), { telefono: '' })
    await insurer.posted(broken)
    const running = aCase(desk.now())
    await insurer.posted(running)
    const inView = async (view: string) => new Set((await list({ view })).map(({ codExpediente }) => codExpediente))
    const [toMend, underWay, over] = [await inView('toMend'), await inView('underWay'), await inView('over')]
    expect([toMend.has(broken.codExpediente), underWay.has(broken.codExpediente)]).toEqual([true, false])
    expect([toMend.has(running.codExpediente), underWay.has(running.codExpediente)]).toEqual([false, true])
    expect([over.has(broken.codExpediente), over.has(running.codExpediente)]).toEqual([false, false])
    const { response } = await desk.get<Record<string, number>>('/asistencia/demo/counts')
    expect(response).toMatchObject({ toMend: toMend.size, underWay: underWay.size, over: over.size })
  })

  it('exports the requested columns as CSV and Excel (L-024)', async () => {
    const told = aCase(desk.now())
    await insurer.posted(told)
    const answered = await desk.server.app.inject({
      method: 'POST',
      url: '/api/asistencia/demo/csv',
      headers: { token: await desk.server.signInAs('operator') },
      payload: { columns: ['codExpediente', 'conductor'], codExpediente: told.codExpediente },
    })
    expect(answered.statusCode).toBe(200)
    expect(answered.body.trim().split(/\r?\n/)[1]).toMatch(new RegExp(`${told.codExpediente}.*${told.conductor}`))
    const excel = await desk.server.app.inject({
      method: 'POST',
      url: '/api/asistencia/demo/excel',
      headers: { token: await desk.server.signInAs('operator') },
      payload: { columns: ['codExpediente'] },
    })
    expect([excel.statusCode, excel.headers['content-type']]).toEqual([200, expect.stringContaining('spreadsheet')])
  })

  it('requires viewAsistenciaService, as do its counts and cases (P-073)', async () => {
    const token = await desk.server.signInWith({ dispatchServiceByFleet: 'all', viewServiceByFleet: 'all' })
    const { id } = await insurer.posted(aCase(desk.now()))
    for (const path of ['list', 'counts', `${id}`])
      expect((await desk.server.ask(`/api/asistencia/demo/${path}`, { token })).status).toBe(403)
  })
})

describe('correcting a case by hand', () => {
  const broken = async (change: object = { coordenadaX: null, coordenadaY: null }) => {
    const told = aCase(desk.now(), change)
    return { told, ...(await insurer.posted(told)) }
  }
  const place = { coordenadaX: sol.lon, coordenadaY: sol.lat, localizacionVehiculo: sol.addressField }

  it('creates a booking by that user and marks the case as edited', async () => {
    const { id } = await broken()
    const { status, response } = await insurer.mend(id, place)
    expect(status).toBe(200)
    expect(response?.case).toMatchObject({ manuallyEdited: true, errorMessage: '', problems: [], status: 10 })
    const [line] = await desk.journal(response?.case.idService ?? 0)
    expect(line).toMatchObject({ action: 'create', idInsurer: null })
    expect(line?.idUser).not.toBeNull()
    const { journal } = await insurer.get(id)
    expect(journal.map(({ action }) => action)).toEqual(['book', 'mend', 'fail', 'post'])
  })

  it('books a case with a past start once it is set to as soon as possible', async () => {
    const { id } = await broken({ fechaServicio: 1_000 })
    const { response } = await insurer.mend(id, { asap: true })
    expect(response?.case).toMatchObject({ status: 10, asap: true })
  })

  it.each([
    ['a place outside every area', { ...place, coordenadaX: -9.87, coordenadaY: 36.21 }, 'localizacionVehiculo'],
    ['still no telephone', { ...place, telefono: '' }, 'telefono'],
    ['a feature that nobody has', { ...place, features: '987' }, 'features'],
    ['features in words', { ...place, features: 'silla' }, 'features'],
    ['a start yesterday', { ...place, fechaServicio: 1_000 }, 'fechaServicio'],
  ])('is rejected, naming the field and leaving the case unchanged: %s', async (_, change, field) => {
    const { id } = await broken()
    const before = await insurer.get(id)
    const { status, meta } = await insurer.mend(id, change)
    expect([status, meta.field]).toEqual([400, field])
    expect(await insurer.get(id)).toEqual(before)
  })

  it('survives another post by the insurer, and the case still shows what the insurer sent', async () => {
    const { id, told } = await broken()
    await insurer.mend(id, place)
    const again = { ...told, at: told.at + 1, localizacionVehiculo: 'Otra calle', conductor: 'Otra Persona' }
    expect(await insurer.posted(again)).toMatchObject({ id, errorMessage: '' })
    const { case: kept } = await insurer.get(id)
    expect(kept).toMatchObject({ ...place, conductor: 'Otra Persona' })
    expect(kept.sent).toMatchObject({ localizacionVehiculo: 'Otra calle', coordenadaX: null })
    expect(await desk.stored(kept.idService ?? 0)).toMatchObject({ passenger_name: 'Otra Persona' })
  })

  it('is rejected with the changes if somebody else has changed the case since', async () => {
    const { id, told } = await broken()
    const { version } = (await insurer.get(id)).case
    await insurer.posted({ ...told, at: told.at + 1, conductor: 'Otra Persona' })
    const { status, meta } = await insurer.mend(id, place, 'operator', version)
    expect([status, meta.problem]).toEqual([409, 'problems.caseChanged'])
    expect(meta.conflict?.changes).toContainEqual(
      expect.objectContaining({ field: 'conductor', after: 'Otra Persona' }),
    )
  })

  it('requires permission to dispatch to a fleet that covers the place', async () => {
    const { id } = await broken()
    const mendWith = async (granted: Record<string, string>) => {
      const token = await desk.server.signInWith({ viewAsistenciaService: 'true', ...granted })
      const { version, ...rest } = (await insurer.get(id)).case
      const { tipoExpediente, pais, provincia, fechaServicio, asap, conductor, telefono, notes, breaks } = rest
      const { coordenadaXDest, coordenadaYDest, direccionTraslado, features } = rest
      const body = {
        ...{ version, tipoExpediente, pais, provincia, fechaServicio, asap, conductor, telefono, notes, breaks },
        ...{ coordenadaXDest, coordenadaYDest, direccionTraslado, features, ...place },
      }
      return (await desk.server.ask(`/api/asistencia/demo/${id}`, { method: 'PUT', token, body })).status
    }
    expect(await mendWith({})).toBe(403)
    expect(await mendWith({ dispatchServiceByFleet: `${fleets.canary}` })).toBe(403)
    expect(await mendWith({ dispatchServiceByFleet: `${fleets.madrid}` })).toBe(200)
  })

  it('is rejected once the case is cancelled or its ride is over', async () => {
    const { id, told } = await broken()
    const named = { codExpediente: told.codExpediente, numServicio: '1', at: desk.now(), reason: '' }
    await insurer.send('cases/cancel', named)
    expect((await insurer.mend(id, place)).meta).toMatchObject({ code: 409, problem: 'problems.caseCancelled' })
    const other = await broken({})
    await desk.become(other.idService ?? 0, { status: 30 })
    expect((await insurer.mend(other.id, {})).meta).toMatchObject({ code: 409, problem: 'problems.bookingEnded' })
    expect((await desk.put('/asistencia/demo/99999999', {})).status).toBe(400)
  })
})

it('notifies desks when a case or its booking changes', async () => {
  const events = async (work: () => Promise<unknown>) => {
    const [last] = await desk.rows<{ id: string }>('select coalesce(max(id), 0) as id from outbox')
    await work()
    const rows = await desk.rows<{ payload: { destination: string } }>(
      `select payload from outbox where kind = 'event' and id > $1`,
      [last?.id],
    )
    return rows.map(({ payload }) => payload.destination.replace('/topic/parada.demo.', ''))
  }
  let idService = 0
  const post = async () => {
    idService = (await insurer.posted(aCase(desk.now()))).idService ?? 0
  }
  expect(await events(post)).toContain('assistance')
  const cancel = { cancellationReasonCode: 'other', comment: 'The tow truck took him along' }
  expect(await events(() => desk.put(`/services/demo/${idService}/cancel`, cancel))).toContain('assistance')
})

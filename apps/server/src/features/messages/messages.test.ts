import type { StoredMessage } from '@parada/contract/calls/messages'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestServer, testServer } from '../../testing/server.ts'

let server: TestServer
let token: string
let idService: number
let idFleet: number
beforeAll(async () => {
  server = await testServer()
  token = await server.signInAs('everything')
  const booking = await server.database.inTenant(1, (tx) =>
    tx
      .selectFrom('booking')
      .select(['id', 'id_fleet'])
      .where('status', '=', 20)
      .orderBy('id')
      .executeTakeFirstOrThrow(),
  )
  idService = booking.id
  idFleet = booking.id_fleet as number
})
afterAll(() => server.stop())

const send = (body: unknown, { as = token, headers = {} } = {}) =>
  server.ask<{ message: StoredMessage }>('/api/messages/demo/', { method: 'POST', token: as, body, headers })
const stored = () =>
  server.database.inTenant(1, (tx) =>
    tx.selectFrom('booking_message').selectAll().where('id_booking', '=', idService).orderBy('id').execute(),
  )
const events = () =>
  server.database.inTenant(1, (tx) =>
    tx.selectFrom('outbox').select('payload').where('kind', '=', 'event').orderBy('id').execute(),
  )

describe('POST messages/{sd}/', () => {
  it('stores a message of a booking and returns meta code 201 (B-185)', async () => {
    const { status, meta, response } = await send({ idService, message: '  Espera en la puerta  ' })
    expect([status, meta.code]).toEqual([201, 201])
    expect(response?.message).toMatchObject({ idService, message: 'Espera en la puerta' })
    expect((await stored()).at(-1)).toMatchObject({ message: 'Espera en la puerta' })
  })

  it('defaults to sender 80, the type comment, code 175 and everyone as readers (L-278)', async () => {
    const { response } = await send({ idService, message: 'Sin más' })
    const defaults = { sender: 80, readers: '50,60,70,80,90', type: 22, status: 0, code: 175 }
    expect(response?.message).toMatchObject(defaults)
    expect((await stored()).at(-1)).toMatchObject(defaults)
  })

  it.each(['50,60,70,80,90', '60,80,90', '70,80,90', '50,80', '80,90'])(
    'stores sender 80 and the readers %s (B-103)',
    async (readers) => {
      const { response } = await send({ idService, message: 'Aviso', readers, lat: 40.4, lon: -3.7 })
      expect(response?.message).toMatchObject({ sender: 80, readers, lat: 40.4, lon: -3.7 })
      expect((await stored()).at(-1)).toMatchObject({ sender: 80, readers, lat: 40.4, lon: -3.7 })
    },
  )

  it.each([
    [11, 175],
    [12, 175],
    [22, 175],
    [33, 175],
    [44, 175],
    [99, 175],
    [55, 176],
    [66, 175],
  ])('accepts the type %i with the code %i (B-104)', async (type, code) => {
    const { response } = await send({ idService, message: 'Aviso', type, code })
    expect(response?.message).toMatchObject({ type, code })
  })

  it('signs with the name of the signed-in user, whatever is sent', async () => {
    const { response } = await send({ idService, message: 'Firma', idUser: 999, userName: 'Otra' })
    const { idUser, userName } = response?.message ?? {}
    const self = await server.ask<{ id: number }>('/api/users/demo/self', { token })
    expect(idUser).toBe(self.response?.id)
    expect(userName).not.toBe('Otra')
  })

  it('stores the fleet of the booking, whatever is sent', async () => {
    const { status, response } = await send({ idService, message: 'Flota', idSupplier: idFleet + 1 })
    expect([status, response?.message.idSupplier]).toEqual([201, idFleet])
    expect((await stored()).at(-1)).toMatchObject({ id_supplier: idFleet })
  })

  it('notifies the desks of the booking’s fleet', async () => {
    const before = (await events()).length
    await send({ idService, message: 'Noticia' })
    expect((await events()).slice(before)).toEqual([
      {
        payload: {
          destination: `/topic/parada.demo.fleet.${idFleet}`,
          message: { content: { idBooking: idService, statusBooking: 20, idFleet } },
        },
      },
    ])
  })

  it('stores a message once when it is repeated under the same Idempotency-Key', async () => {
    const before = (await stored()).length
    const again = () => send({ idService, message: 'Una vez' }, { headers: { 'idempotency-key': 'm-1' } })
    const [first, second] = [await again(), await again()]
    expect(second.response).toEqual(first.response)
    expect((await stored()).length).toBe(before + 1)
  })

  it.each([
    ['no text', { message: '' }, 'message'],
    ['blanks', { message: '   ' }, 'message'],
    ['257 characters', { message: 'x'.repeat(257) }, 'message'],
    ['no booking', { message: 'x', idService: undefined }, 'idService'],
    ['another sender', { message: 'x', sender: 50 }, 'sender'],
    ['readers that are no list', { message: 'x', readers: 'all' }, 'readers'],
    ['an unknown type', { message: 'x', type: 77 }, 'type'],
    ['an unknown field', { message: 'x', mood: 1 }, 'mood'],
    ['a status beyond its column', { message: 'x', status: 9e12 }, 'status'],
  ])('rejects %s, naming the field', async (_, change, field) => {
    const before = (await stored()).length
    const { status, meta } = await send({ idService, ...change })
    expect([status, meta.field, (await stored()).length]).toEqual([400, field, before])
  })

  it('accepts 256 characters', async () => {
    expect((await send({ idService, message: 'ñ'.repeat(256) })).status).toBe(201)
  })

  it('returns 404 for an unknown booking or one of another tenant, and 403 to users who may not work on it', async () => {
    const costa = await server.database.inTenant(2, (tx) =>
      tx.selectFrom('booking').select('id').orderBy('id').executeTakeFirstOrThrow(),
    )
    expect((await send({ idService: costa.id, message: 'x' })).status).toBe(404)
    expect((await send({ idService: 999_999_999, message: 'x' })).status).toBe(404)
    expect((await send({ idService, message: 'x' }, { as: await server.signInAs('newcomer') })).status).toBe(403)
  })
})

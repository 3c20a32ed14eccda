import { createHmac, randomUUID } from 'node:crypto'
import type { CancelledParking, Parking, TripChange } from '@parada/contract/calls/parking'
import { signatureHeaders, signedText } from '@parada/contract/calls/suppliers'
import { constants } from '@parada/domain/constants'
import { required } from '@parada/domain/objects'
import type { ParkingRecord } from '@parada/domain/trip/records'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sha256 } from '../../suppliers/signature.ts'
import { searchText, type TestServer, testServer } from '../../testing/server.ts'

let server: TestServer
let everything: string
const secret = 'the secret of a car park, long enough'

beforeAll(async () => {
  server = await testServer()
  everything = await server.signInAs('everything')
  await server.database.inTenant(1, (tx) =>
    tx.updateTable('trip_supplier').set({ secret }).where('id', 'in', [11, 13]).execute(),
  )
})
afterAll(() => server.stop())

const keys = {
  bookings: 'parkingBookingList',
  parkingtoinvoice: 'bookingToInvoices',
  parkingafterlife: 'parkingsCancelled',
}
const paths = {
  bookings: 'bookings/demo/list',
  parkingtoinvoice: 'parkingtoinvoice/demo/',
  parkingafterlife: 'parkingafterlife/demo/',
}
type List = keyof typeof paths

const list = async (name: List, query: object = {}, token = everything) => {
  const path = `/api/parking/${paths[name]}?${searchText({ resultsPerPage: 200, ...query })}`
  const { status, meta, response } = await server.ask<Record<string, CancelledParking[]>>(path, { token })
  return { status, meta, rows: response?.[keys[name]] ?? [] }
}
const idsOf = async (name: List, query: object = {}, token = everything) =>
  (await list(name, query, token)).rows.map(({ id }) => id)

const signed = <Answer>(method: 'GET' | 'POST', path: string, body?: object, idSupplier = 13) => {
  const timestamp = Math.floor(server.clock.now.getTime() / 1_000)
  const content = { method, path, timestamp, bodySha256: sha256(body ? JSON.stringify(body) : '') }
  const signature = createHmac('sha256', secret).update(signedText(content)).digest('hex')
  const headers = {
    ...{ [signatureHeaders.supplier]: String(idSupplier), [signatureHeaders.timestamp]: String(timestamp) },
    ...{ [signatureHeaders.signature]: signature, 'content-type': 'application/json' },
  }
  return server.ask<Answer>(`/api${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
}
const report = (body: object, idSupplier = 13) =>
  signed<{ id: number; status: number }>(
    'POST',
    '/suppliers/demo/parking/reports',
    { id: randomUUID(), at: server.clock.now.getTime(), ...body },
    idSupplier,
  )

type Options = { idSupplier?: number; idUser?: number; idAuthorization?: number; hoursAgo?: number }

/** A car that has just been parked, as reported by its car park. */
const parked = async ({ idSupplier = 13, hoursAgo = 1, ...whose }: Options = {}) => {
  const reference = randomUUID()
  const dateInit = server.clock.now.getTime() - hoursAgo * 3_600_000
  const about = { idParking: 13, parkingName: 'Parking Centro', numberPlate: '1234XXX', dateInit }
  const { status, response } = await report({ type: 'started', reference, ...about, ...whose }, idSupplier)
  expect(status).toBe(200)
  return { id: required(response).id, reference }
}
const ended = async (options: Options = {}) => {
  const one = await parked(options)
  const prices = { priceSupplier: 4, priceCustomer: 5.5 }
  await report({ type: 'finished', reference: one.reference, dateEnd: server.clock.now.getTime(), ...prices })
  return one
}

const finish = (id: number, { token = everything, key = '' } = {}) =>
  server.ask<{ booking: ParkingRecord }>(`/api/parking/bookings/demo/${id}/withPermission/finish`, {
    method: 'PUT',
    token,
    ...(key && { headers: { 'undo-key': key } }),
  })
const undo = (key: string, token = everything) =>
  server.ask('/api/services/demo/undo', { method: 'POST', token, body: { key } })
const detail = (id: number, token = everything) =>
  server.ask<{ bookingToInvoice: Parking; journal: TripChange[] }>(`/api/parking/parkingtoinvoice/demo/${id}`, {
    token,
  })
const update = (id: number, body: object, token = everything) =>
  server.ask<{ bookingToInvoice: ParkingRecord }>(`/api/parking/parkingtoinvoice/demo/${id}`, {
    method: 'PUT',
    token,
    body,
  })
const receipt = (id: number, token = everything) =>
  server.ask<{ receipt: { recipient: string } }>(`/api/parking/parkingtoinvoice/demo/${id}/sendReceipt`, { token })

/** One authorization of the first payment account and one of another. */
const authorizations = () =>
  server.database.inTenant(1, async (tx) => {
    const rows = await tx
      .selectFrom('customer_authorization')
      .select(['id', 'id_payment_account'])
      .orderBy('id')
      .execute()
    const first = required(rows[0])
    return [first, required(rows.find((row) => row.id_payment_account !== first.id_payment_account))] as const
  })

describe('the parking lists', () => {
  it('contain bookings under way, finished and cancelled (L-154, L-155, L-156)', async () => {
    const [live, over, gone] = await Promise.all([list('bookings'), list('parkingtoinvoice'), list('parkingafterlife')])
    expect([live.status, over.status, gone.status]).toEqual([200, 200, 200])
    expect(new Set(live.rows.map(({ status }) => status))).toEqual(new Set([1, -1]))
    expect(new Set(over.rows.map(({ status }) => status))).toEqual(new Set([30]))
    expect(new Set(gone.rows.map(({ status }) => status))).toEqual(new Set([-20]))
    expect(gone.rows.every(({ id, idParkingAlive }) => id === idParkingAlive)).toBe(true)
  })

  it('show bookings under way newest first, and those to invoice oldest first', async () => {
    const sorted = (ids: number[]) => ids.toSorted((one, other) => one - other)
    const [live, over] = [await idsOf('bookings'), await idsOf('parkingtoinvoice')]
    expect(live).toEqual(sorted(live).toReversed())
    expect(over).toEqual(sorted(over))
  })

  it('can be filtered by several statuses and by user', async () => {
    const { rows } = await list('bookings', { status: '1,-1' })
    expect(rows.map(({ id }) => id)).toEqual(await idsOf('bookings'))
    expect((await list('bookings', { status: -1 })).rows.every(({ status }) => status === -1)).toBe(true)
    const idUser = rows.find((row) => row.idUser !== null)?.idUser
    expect(new Set((await list('bookings', { idUser })).rows.map((row) => row.idUser))).toEqual(new Set([idUser]))
  })

  it('cannot cover more than 31 days', async () => {
    const to = server.clock.now.getTime()
    for (const name of ['bookings', 'parkingtoinvoice', 'parkingafterlife'] as const)
      expect(await list(name, { from: to - 33 * 86_400_000, to })).toMatchObject({ status: 400, meta: { field: 'to' } })
  })

  it.each([
    ['a comma list', (id: number) => `${id}`],
    ['a JSON object', (id: number) => JSON.stringify({ paymentAccounts: [{ id }] })],
    ['a bare JSON list', (id: number) => JSON.stringify([id])],
  ])('show only the bookings of the accounts named by %s, and none without an account', async (_, value) => {
    const token = await server.signInWith({ viewParkingBookingByPA: value(101) })
    for (const name of ['bookings', 'parkingtoinvoice', 'parkingafterlife'] as const) {
      const { rows } = await list(name, {}, token)
      expect(rows.length).toBeGreaterThan(0)
      expect(new Set(rows.map(({ idPaymentAccount }) => idPaymentAccount))).toEqual(new Set([101]))
    }
  })

  it('are empty with an unreadable permission, and refused without one', async () => {
    const unreadable = await server.signInWith({ viewParkingBookingByPA: '{"paymentAccounts":' })
    expect(await list('bookings', {}, unreadable)).toMatchObject({ status: 200, rows: [] })
    expect(server.logged.some((line) => line.includes('viewParkingBookingByPA does not hold'))).toBe(true)
    const nobody = await server.signInWith({ viewPTIDetailByPA: 'all' })
    expect((await list('bookings', {}, nobody)).status).toBe(403)
  })
})

describe('finishing a booking', () => {
  it('moves it to those to invoice, and its supplier reports the price after the undo period (L-158)', async () => {
    const { id, reference } = await parked()
    const { status, response } = await finish(id, { key: randomUUID() })
    expect(status).toBe(200)
    expect(response?.booking).toMatchObject({
      id,
      status: 30,
      dateEnd: server.clock.now.getTime(),
      priceCustomer: null,
    })
    expect(await idsOf('bookings', { id })).toEqual([])
    expect(await idsOf('parkingtoinvoice', { id })).toEqual([id])

    type Requests = { requests: { id: string; idTrip: number; what: string }[] }
    const asked = async () => {
      const answer = await signed<Requests>('GET', '/suppliers/demo/requests')
      return answer.response?.requests.find(({ idTrip }) => idTrip === id)
    }
    expect(await asked()).toBeUndefined()
    server.clock.now = new Date(server.clock.now.getTime() + constants.undoMs + 1)
    const request = required(await asked())
    expect(request).toMatchObject({ what: 'finish' })
    const dateEnd = server.clock.now.getTime()
    const priced = { type: 'finished', reference, idRequest: request.id, dateEnd, priceSupplier: 3.2, priceCustomer: 4 }
    expect((await report(priced)).status).toBe(200)
    expect((await detail(id)).response?.bookingToInvoice).toMatchObject({ priceSupplier: 3.2, priceCustomer: 4 })
  })

  it('can be undone by the same user before anything is sent to the supplier', async () => {
    const { id } = await parked()
    const key = randomUUID()
    const token = await server.signInWith({ finishQoob: 'true', viewParkingBookingByPA: 'all' })
    await finish(id, { key, token })
    expect((await undo(key, everything)).status).toBe(404)
    expect((await undo(key, token)).status).toBe(200)
    expect(await list('bookings', { id })).toMatchObject({ rows: [{ id, status: 1, dateEnd: null }] })
    server.clock.now = new Date(server.clock.now.getTime() + constants.undoMs + 1)
    const { response } = await signed<{ requests: { idTrip: number }[] }>('GET', '/suppliers/demo/requests')
    expect(response?.requests.map(({ idTrip }) => idTrip)).not.toContain(id)
  })

  it('is refused for another protocol, a booking that is over and an unknown one', async () => {
    const other = await parked({ idSupplier: 11 })
    expect(await finish(other.id)).toMatchObject({
      status: 400,
      meta: { field: 'protocol', problem: 'problems.parkingNotQoob' },
    })
    const { id } = await ended()
    expect(await finish(id)).toMatchObject({ status: 409, meta: { problem: 'problems.parkingEnded' } })
    expect((await finish(987_654_321)).status).toBe(404)
  })

  it('is refused without finishQoob, for an account that is not granted, and for another tenant', async () => {
    const [{ id: idAuthorization, id_payment_account: account }] = await authorizations()
    const { id } = await parked({ idAuthorization })
    const without = await server.signInWith({ viewParkingBookingByPA: 'all' })
    expect((await finish(id, { token: without })).status).toBe(403)
    const elsewhere = await server.signInWith({
      finishQoob: 'true',
      viewParkingBookingByPA: String((account ?? 0) + 1),
    })
    expect((await finish(id, { token: elsewhere })).status).toBe(404)
    const strangers = await parked()
    expect((await finish(strangers.id, { token: elsewhere })).status).toBe(404)
    expect((await finish(id, { token: await server.signInAs('everything', 'costa') })).status).toBe(401)
    const own = await server.signInWith({ finishQoob: 'true', viewParkingBookingByPA: String(account) })
    expect((await finish(id, { token: own })).status).toBe(200)
  })
})

describe('a parking to invoice', () => {
  it('is returned with its journal, newest first', async () => {
    const { id } = await ended()
    const { status, response } = await detail(id)
    expect(status).toBe(200)
    expect(response?.bookingToInvoice).toMatchObject({ id, status: 30, priceSupplier: 4, priceCustomer: 5.5 })
    expect(response?.journal.map(({ action, who }) => [action, who])).toEqual([
      ['finished', 'Qoob'],
      ['started', 'Qoob'],
    ])
    expect((await detail((await parked()).id)).status).toBe(404)
  })

  it('accepts new prices and a new payment method', async () => {
    const { id } = await ended()
    const change = { version: 2, priceSupplier: 0, priceCustomer: 99_999, paymentMethod: 11 }
    const { status, response } = await update(id, change)
    expect(status).toBe(200)
    expect(response?.bookingToInvoice).toMatchObject({ ...change, version: 3 })
    expect((await detail(id)).response?.journal[0]).toMatchObject({
      action: 'edit',
      who: 'Félix Marín',
      before: { priceSupplier: 4, priceCustomer: 5.5 },
      after: { priceSupplier: 0, priceCustomer: 99_999, paymentMethod: 11 },
    })
  })

  it('moves to the cancelled list when it is cancelled, and back with undo', async () => {
    const { id } = await ended()
    const key = randomUUID()
    const { status } = await server.ask(`/api/parking/parkingtoinvoice/demo/${id}`, {
      ...{ method: 'PUT', token: everything, headers: { 'undo-key': key }, body: { version: 2, status: -20 } },
    })
    expect(status).toBe(200)
    expect(await idsOf('parkingtoinvoice', { id })).toEqual([])
    expect((await list('parkingafterlife', { id })).rows).toMatchObject([{ id, idParkingAlive: id, status: -20 }])
    expect((await update(id, { version: 3, priceCustomer: 1 })).status).toBe(404)
    expect((await undo(key)).status).toBe(200)
    expect(await idsOf('parkingtoinvoice', { id })).toEqual([id])
  })

  it('is not overwritten if somebody else has changed it, and the changes are returned', async () => {
    const { id } = await ended()
    await update(id, { version: 2, priceCustomer: 7 })
    const { status, meta } = await update(id, { version: 2, priceCustomer: 8 })
    expect([status, meta.problem, meta.conflict?.version]).toEqual([409, 'problems.bookingChanged', 3])
    expect(meta.conflict?.changes).toMatchObject([
      { field: 'priceCustomer', before: 5.5, after: 7, who: 'Félix Marín' },
    ])
    expect((await detail(id)).response?.bookingToInvoice.priceCustomer).toBe(7)
  })

  it.each([
    ['a price below 0', { priceCustomer: -1 }, 'priceCustomer'],
    ['a supplier price below 0', { priceSupplier: -0.01 }, 'priceSupplier'],
    ['a price above 99,999', { priceCustomer: 99_999.01 }, 'priceCustomer'],
    ['a supplier price of a million million', { priceSupplier: 1e12 }, 'priceSupplier'],
    ['a price that is text', { priceCustomer: '5' }, 'priceCustomer'],
    ['an unknown payment method', { paymentMethod: 99 }, 'paymentMethod'],
    ['a status that brings it back to life', { status: 1 }, 'status'],
    ['an unknown status', { status: 7 }, 'status'],
    ['a field that is not edited here', { parkingName: 'Mine' }, 'parkingName'],
  ])('rejects %s', async (_, change, field) => {
    const { id } = await ended()
    const { status, meta } = await update(id, { version: 2, ...change })
    expect([status, meta.field]).toEqual([400, field])
    expect((await detail(id)).response?.bookingToInvoice).toMatchObject({ version: 2, priceCustomer: 5.5 })
  })

  it('can be edited only with viewPTIDetailByPA for its account (L-150)', async () => {
    const [{ id: idAuthorization, id_payment_account: account }] = await authorizations()
    const { id } = await ended({ idAuthorization })
    const stranger = await ended()
    const change = { version: 2, priceCustomer: 6 }
    const seeing = { viewParkingBookingByPA: 'all' }
    expect((await update(id, change, await server.signInWith(seeing))).status).toBe(403)
    const other = JSON.stringify({ paymentAccounts: [{ id: (account ?? 0) + 1 }] })
    expect((await update(id, change, await server.signInWith({ ...seeing, viewPTIDetailByPA: other }))).status).toBe(
      403,
    )
    expect((await update(id, change, await server.signInWith({ viewPTIDetailByPA: other }))).status).toBe(404)
    const unreadable = await server.signInWith({ ...seeing, viewPTIDetailByPA: '{"paymentAccounts":"all"}' })
    expect((await update(id, change, unreadable)).status).toBe(403)
    const own = await server.signInWith({
      ...seeing,
      viewPTIDetailByPA: JSON.stringify({ paymentAccounts: [{ id: account }] }),
    })
    expect((await update(stranger.id, change, own)).status).toBe(403)
    expect((await update(id, change, own)).status).toBe(200)
    const all = await server.signInWith({ ...seeing, viewPTIDetailByPA: 'all' })
    expect((await update(stranger.id, change, all)).status).toBe(200)
  })
})

describe('the receipt of a parking', () => {
  const userWith = (email: string | null) =>
    server.database.inTenant(1, async (tx) => {
      const { id } = await tx
        .selectFrom('app_user')
        .select('id')
        .where('is_customer', '=', true)
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
      await tx.updateTable('app_user').set({ user_email: email }).where('id', '=', id).execute()
      return id
    })
  const sentFor = (id: number) =>
    server.database.inTenant(1, (tx) =>
      tx
        .selectFrom('delivery')
        .innerJoin('outbox', 'outbox.id', 'delivery.id_outbox')
        .select(['delivery.template', 'delivery.recipient', 'delivery.locale', 'outbox.payload'])
        .where('delivery.id_parking', '=', id)
        .execute(),
    )

  it('is mailed to its user in the tenant’s language and recorded in the journal (L-157)', async () => {
    const { id } = await ended({ idUser: await userWith('ana@example.com') })
    const { status, response } = await receipt(id)
    expect([status, response]).toEqual([200, { receipt: { recipient: 'ana@example.com' } }])
    const [sent] = await sentFor(id)
    expect(sent).toMatchObject({ template: 'parkingReceipt', recipient: 'ana@example.com', locale: 'es' })
    expect(sent?.payload).toMatchObject({
      subject: expect.stringContaining(`recibo del aparcamiento ${id}`),
      attachments: [{ filename: `recibo-${id}.pdf`, contentType: 'application/pdf' }],
    })
    expect((await detail(id)).response?.journal[0]).toMatchObject({ action: 'sendReceipt', who: 'Félix Marín' })
  })

  it('is written in the language of its authorization', async () => {
    const [{ id: idAuthorization }] = await authorizations()
    await server.database.inTenant(1, (tx) =>
      tx.updateTable('customer_authorization').set({ locale: 'en_EN' }).where('id', '=', idAuthorization).execute(),
    )
    const { id } = await ended({ idAuthorization, idUser: await userWith('ana@example.com') })
    expect((await receipt(id)).status).toBe(200)
    expect(await sentFor(id)).toMatchObject([
      { locale: 'en', payload: { subject: expect.stringContaining(`receipt for parking ${id}`) } },
    ])
  })

  it('cannot be sent without a user or an e-mail address', async () => {
    const nobody = { status: 400, meta: { field: 'userEmail', problem: 'problems.userWithoutEmail' } }
    expect(await receipt((await ended()).id)).toMatchObject(nobody)
    expect(await receipt((await ended({ idUser: await userWith(null) })).id)).toMatchObject(nobody)
  })

  it('is refused without a price, for other accounts, and for a booking that is not to invoice', async () => {
    const idUser = await userWith('ana@example.com')
    const { id } = await parked({ idUser })
    expect((await receipt(id)).status).toBe(404)
    await finish(id)
    expect(await receipt(id)).toMatchObject({ status: 400, meta: { problem: 'problems.parkingWithoutPrice' } })
    const done = await ended({ idUser })
    const elsewhere = await server.signInWith({ viewParkingBookingByPA: '101' })
    expect((await receipt(done.id, elsewhere)).status).toBe(404)
    expect(await sentFor(done.id)).toEqual([])
  })

  it('no longer names a user whose data is erased, and neither does the journal', async () => {
    const idUser = await userWith('ana@example.com')
    const { id } = await ended({ idUser })
    await receipt(id)
    const path = `/api/users/demo/${idUser}/personalData`
    const { status } = await server.ask(path, { method: 'DELETE', token: everything, body: { confirmedId: idUser } })
    expect(status).toBe(200)
    const { bookingToInvoice, journal } = required((await detail(id)).response)
    expect(bookingToInvoice).toMatchObject({ customerName: '', customerPhone: '', numberPlate: '', priceCustomer: 5.5 })
    expect(journal.map(({ action }) => action)).toEqual(['sendReceipt', 'finished', 'started'])
    expect(JSON.stringify(journal)).not.toMatch(/1234XXX|customerName|customerPhone/)
    const left = await server.database.inTenant(1, (tx) =>
      tx.selectFrom('delivery').select('recipient').where('id_parking', '=', id).execute(),
    )
    expect(left).toEqual([{ recipient: '' }])
    expect(await sentFor(id)).toEqual([])
  })
})

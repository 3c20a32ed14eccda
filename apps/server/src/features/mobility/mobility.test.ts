import { randomUUID } from 'node:crypto'
import type { MobilityChange, MobilityDetail } from '@parada/contract/calls/mobility'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Row, type TestMobility, testMobility } from './testing.ts'

let desk: TestMobility
beforeAll(async () => {
  desk = await testMobility()
})
afterAll(() => desk.stop())

const common =
  'id idMobilityBooking idMobilitySupplier idUser idAuthorization idPaymentAccount startAddressString entryChannel status'
const booked = {
  vehicleSign: 'PR-7001',
  vehicleKind: 'scooter',
  startAddressString: 'Puerta del Sol, Madrid',
  lat: 40.4169,
  lon: -3.7035,
}
const finished = { endAddressString: 'Atocha, Madrid', lat: 40.4066, lon: -3.6895, distanceMeters: 2_100 }

const firstOf = async (name: Parameters<TestMobility['list']>[0], query = '') => {
  const [row] = (await desk.list(name, `resultsPerPage=1&${query}`)).rows
  if (!row) throw new Error(`${name} has no row for ${query}`)
  return row
}

describe('the lists', () => {
  it.each([
    ['bookings', `${common} timeInit endAddressString priceCustomer paymentMethodCustomer idUserPaymentProfile`],
    [
      'mobilityToInvoice',
      `${common} timeInit timeEnd endAddressString priceCustomer paymentMethodCustomer idUserPaymentProfile`,
    ],
    ['mobilityAfterLife', `${common} name dateCreated timeEnd idBookingSupplier vehicleSign`],
  ] as const)('return %s with the documented fields', async (name, fields) =>
    expect(Object.keys(await firstOf(name))).toEqual(expect.arrayContaining(fields.split(' '))),
  )

  it('return live bookings from GET bookings/{sd}, newest first (L-169)', async () => {
    const { rows, meta } = await desk.list('bookings', 'mode=grid&pageNumber=0&resultsPerPage=50&orderBy=id%20DESC')
    expect(rows.length).toBeGreaterThan(20)
    expect(meta.totalQueryCount).toBe(rows.length)
    expect(rows.filter(({ status }) => ![1, 2, 3].includes(Number(status)))).toEqual([])
    expect((await desk.list('bookings', 'resultsPerPage=50')).rows).toEqual(rows)
    expect(rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id).sort((one, other) => other - one))
  })

  it('return finished rides and their total from GET mobilityToInvoice/{sd}/ (L-170)', async () => {
    const { rows, meta } = await desk.list('mobilityToInvoice', 'mode=grid&pageNumber=1&resultsPerPage=20')
    expect(rows).toHaveLength(20)
    expect(rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id).sort((one, other) => one - other))
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set([4]))
    expect(meta.totalAmount).toBeGreaterThan(0)
  })

  it('return statuses as texts from GET mobilityAfterLife/{sd}/, which can be filtered by 5 or -1 (L-172)', async () => {
    const { rows, meta } = await desk.list('mobilityAfterLife', 'mode=grid&resultsPerPage=200')
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['5', '-1']))
    const [cancelled, expired, none] = await Promise.all(
      ['5', '-1', 'Gestrichen'].map((status) => desk.list('mobilityAfterLife', `status=${status}`)),
    )
    expect(cancelled?.meta.totalQueryCount).toBeGreaterThan(0)
    expect((cancelled?.meta.totalQueryCount ?? 0) + (expired?.meta.totalQueryCount ?? 0)).toBe(meta.totalQueryCount)
    expect(none?.meta.totalQueryCount).toBe(0)
  })

  it('reject a range longer than 31 days', async () => {
    const day = 86_400_000
    for (const name of ['bookings', 'mobilityToInvoice', 'mobilityAfterLife'] as const) {
      const refused = await desk.list(name, `from=0&to=${32 * day}`)
      expect([name, refused.status, refused.meta.field]).toEqual([name, 400, 'to'])
      expect((await desk.list(name, `from=0&to=${31 * day}`)).status).toBe(200)
    }
  })
})

describe('one live booking', () => {
  type Answer = { booking: MobilityDetail; journal: MobilityChange[] }
  const read = (id: number, token = desk.everything) => desk.ask<Answer>(`bookings/demo/${id}`, { token })

  it('is returned with its journal', async () => {
    const { id } = await firstOf('bookings', 'status=2')
    const { response } = await read(id)
    expect(response?.booking).toMatchObject({ id, idMobilityBooking: id, status: 2, name: expect.any(String) })
    expect(response?.journal.map(({ action }) => action)).toEqual(['booked', 'started'])
  })

  it('requires viewMobilityBookingDetail and a white label that the user follows', async () => {
    const own = await firstOf('bookings', 'idWhiteLabel=1')
    const other = await firstOf('bookings', 'idWhiteLabel=101')
    const following = { viewMobilityBookingsByWhitelabel: '1' }
    expect((await read(own.id, await desk.server.signInWith(following))).status).toBe(403)
    const token = await desk.server.signInWith({ ...following, viewMobilityBookingDetail: 'true' })
    expect((await read(own.id, token)).status).toBe(200)
    expect((await read(other.id, token)).status).toBe(404)
    const all = { viewMobilityBookingsByWhitelabel: 'all', viewMobilityBookingDetail: 'true' }
    expect((await read(other.id, await desk.server.signInWith(all))).status).toBe(200)
  })
})

describe('a ride to invoice', () => {
  const onAccount = (account: number) => firstOf('mobilityToInvoice', `idPaymentAccount=${account}`)

  it('is returned as mobilityToInvoiceDetailMessage by GET mobilityToInvoice/{sd}/{id} (L-171)', async () => {
    const row = await onAccount(101)
    const { ride, journal } = await desk.toInvoice(row.id)
    expect(ride).toMatchObject({ id: row.id, status: 4, priceCustomer: row.priceCustomer, version: 3 })
    expect(journal.map(({ action }) => action)).toEqual(['booked', 'started', 'finished'])
  })

  it.each([
    ['all', 200],
    ['{"paymentAccounts":[{"id":101}]}', 200],
    ['[101]', 200],
    ['{"paymentAccounts":[{"id":102}]}', 404],
    ['{"paymentAccounts":', 404],
  ])('with viewMTIDetailByPA %j returns %i', async (viewMTIDetailByPA, status) => {
    const { id } = await onAccount(101)
    expect((await desk.toInvoice(id, await desk.server.signInWith({ viewMTIDetailByPA }))).status).toBe(status)
  })

  it('is not found if it is still live or belongs to another tenant', async () => {
    const live = await firstOf('bookings')
    expect((await desk.toInvoice(live.id)).status).toBe(404)
    expect((await desk.save(live.id, { version: 1, priceCustomer: 1 })).status).toBe(404)
    expect((await desk.toInvoice(200_001)).status).toBe(404)
  })

  it.each([
    ['all', 200],
    ['{"paymentAccounts":[{"id":102}]}', 200],
    ['{"paymentAccounts":[{"id":101}]}', 403],
    ['[]', 403],
  ])('with editMobilityToInvoiceByPA %j returns %i when edited (L-162)', async (editMobilityToInvoiceByPA, status) => {
    const { id } = await onAccount(102)
    const { ride } = await desk.toInvoice(id)
    const token = await desk.server.signInWith({ editMobilityToInvoiceByPA })
    const priceCustomer = ride?.priceCustomer === 5.5 ? 6.5 : 5.5
    expect((await desk.save(id, { version: ride?.version, priceCustomer }, { token })).status).toBe(status)
    expect((await desk.toInvoice(id)).ride?.priceCustomer).toBe(status === 200 ? priceCustomer : ride?.priceCustomer)
  })

  it('accepts prices and a payment method, and records the change in its journal', async () => {
    const { id } = await onAccount(103)
    const { ride } = await desk.toInvoice(id)
    const change = { priceSupplier: 3.1, priceCustomer: 4.25, paymentMethodCustomer: 60 }
    const { status, response } = await desk.save(id, { version: ride?.version, ...change })
    expect(status).toBe(200)
    expect(response?.mobilityToInvoiceDetailMessage).toMatchObject({ ...change, version: (ride?.version ?? 0) + 1 })
    const { journal } = await desk.toInvoice(id)
    expect(journal.at(-1)).toMatchObject({ action: 'edit', after: { priceSupplier: 3.1, priceCustomer: 4.25 } })
  })

  it.each([
    [{ priceCustomer: -0.01 }, 'priceCustomer'],
    [{ priceCustomer: 99_999.01 }, 'priceCustomer'],
    [{ priceCustomer: 1e12 }, 'priceCustomer'],
    [{ priceSupplier: -1 }, 'priceSupplier'],
    [{ priceSupplier: 1.234 }, 'priceSupplier'],
    [{ priceCustomer: null }, 'priceCustomer'],
    [{ paymentMethodCustomer: 10 }, 'paymentMethodCustomer'],
    [{ status: 1 }, 'status'],
    [{ status: 'cancelled' }, 'status'],
    [{ customerName: 'Eva' }, 'customerName'],
    [{ version: undefined }, 'version'],
  ])('rejects %j, naming the field', async (change, field) => {
    const { id } = await onAccount(104)
    const { ride } = await desk.toInvoice(id)
    const { status, meta } = await desk.save(id, { version: ride?.version, ...change })
    expect([status, meta.field]).toEqual([400, field])
    expect((await desk.toInvoice(id)).ride).toEqual(ride)
  })

  it('rejects a stale version, reporting what somebody else has changed since', async () => {
    const { id } = await onAccount(105)
    const { ride } = await desk.toInvoice(id)
    const version = ride?.version ?? 0
    await desk.save(id, { version, priceCustomer: 7.5 }, { token: await desk.server.signInAs('administrator') })
    const { status, meta } = await desk.save(id, { version, priceCustomer: 8 })
    expect([status, meta.problem]).toEqual([409, 'problems.bookingChanged'])
    expect(meta.conflict).toMatchObject({
      version: version + 1,
      changes: [{ field: 'priceCustomer', before: ride?.priceCustomer, after: 7.5, who: expect.any(String) }],
    })
    expect((await desk.toInvoice(id)).ride?.priceCustomer).toBe(7.5)
  })

  it('moves to the cancelled list when it is cancelled, and back when that is undone', async () => {
    const { id } = await onAccount(106)
    const { ride } = await desk.toInvoice(id)
    const lists = async () =>
      Promise.all((['mobilityToInvoice', 'mobilityAfterLife'] as const).map((name) => desk.list(name, `id=${id}`)))
    const key = randomUUID()
    const token = await desk.server.signInAs('administrator')
    await desk.save(id, { version: ride?.version, status: 5 }, { token, headers: { 'undo-key': key } })
    const [gone, arrived] = await lists()
    expect([gone?.rows, arrived?.rows.map(({ status }) => status)]).toEqual([[], ['5']])
    expect(arrived?.rows[0]).toMatchObject({ timeEnd: desk.server.clock.now.getTime() })
    const again = await desk.save(id, { version: (ride?.version ?? 0) + 1, priceCustomer: 1 })
    expect([again.status, again.meta.problem]).toEqual([409, 'problems.tripNotToInvoice'])

    const undone = await desk.server.ask('/api/services/demo/undo', { method: 'POST', token, body: { key } })
    expect(undone.status).toBe(200)
    const [back, left] = await lists()
    expect([back?.rows.length, left?.rows.length]).toEqual([1, 0])
    expect((await desk.toInvoice(id)).ride).toMatchObject({ status: 4, timeEnd: ride?.timeEnd })
  })
})

it('follows a scooter from booked to ready to invoice through the reports of its supplier', async () => {
  const reference = `test-${randomUUID()}`
  const at = async (name: Parameters<TestMobility['list']>[0], id: number) =>
    (await desk.list(name, `id=${id}`)).rows.map((row: Row) => row.status)
  const [idUser] = (await desk.list('mobilityToInvoice', 'resultsPerPage=50')).rows.flatMap((row) => row.idUser ?? [])
  const made = await desk.report('booked', reference, { ...booked, idUser })
  const id = made.response?.id ?? 0
  expect(await at('bookings', id)).toEqual([1])
  for (const [type, status] of [
    ['started', 2],
    ['paused', 3],
    ['resumed', 2],
  ] as const) {
    expect((await desk.report(type, reference)).status).toBe(200)
    expect(await at('bookings', id)).toEqual([status])
  }
  const prices = { priceSupplier: 2.9, priceCustomer: 3.4 }
  expect((await desk.report('finished', reference, { ...finished, ...prices })).status).toBe(200)
  expect([await at('bookings', id), await at('mobilityToInvoice', id)]).toEqual([[], [4]])
  expect((await desk.toInvoice(id)).ride).toMatchObject({ ...prices, idUser, endAddressString: 'Atocha, Madrid' })
  const after = await desk.report('cancelled', reference)
  expect(after.status).toBe(409)
  expect((await desk.toInvoice(id)).journal.map(({ action }) => action)).toEqual(
    'booked started paused resumed finished refused'.split(' '),
  )
})

it('removes name and telephone from rides when a user’s data is erased', async () => {
  const { rows } = await desk.list('mobilityToInvoice', 'idWhiteLabel=1&resultsPerPage=50')
  const erase = async ({ idUser }: Row) =>
    (
      await desk.server.ask(`/api/users/demo/${idUser}/personalData`, {
        method: 'DELETE',
        token: desk.everything,
        body: { confirmedId: idUser },
      })
    ).status
  const erased: Row[] = []
  // A user with a taxi on its way cannot be erased until it has arrived.
  for (const row of rows.filter(({ idUser }) => idUser !== null))
    if (erased.length === 0 && (await erase(row)) < 300) erased.push(row)
  const { ride, journal } = await desk.toInvoice(erased[0]?.id ?? 0)
  expect(ride).toMatchObject({ customerName: '', customerPhone: '', priceCustomer: erased[0]?.priceCustomer })
  expect(journal.map(({ action }) => action)).toEqual(['booked', 'started', 'finished'])
  expect(JSON.stringify(journal)).not.toContain('customerName')
})

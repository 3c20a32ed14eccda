import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { atocha, type Desk, fleets, hours, minutes, openDesk, sol } from '../../testing-desk.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.stop())

describe('creating', () => {
  it('keeps the booking of the wizard out of every list and every ear until it is confirmed', async () => {
    let id = 0
    const events = await desk.eventsOf(async () => {
      id = (await desk.create({ idFleet: fleets.madrid })).id
    })
    expect(events).toEqual([])
    const { response } = await desk.get<{ services: { id: number }[] }>('/services/demo/alive/fleet')
    expect(response?.services.some((one) => one.id === id)).toBe(false)
    expect((await desk.get(`/services/demo/${id}`)).response?.booking).toMatchObject({ status: 5, version: 1 })
    expect((await desk.get(`/services/demo/${id}`, 'everything')).status).toBe(404)
  })

  it.each(['status', 'entryChannel', 'paymentMethod', 'timeBookingStart', 'asap', 'origin'])(
    'B-017 refuses a booking without %s and writes nothing',
    async (name) => {
      const before = await desk.written()
      const { meta } = await desk.act('create', desk.draft({ [name]: undefined }))
      expect(meta).toMatchObject({ code: 400, field: name })
      expect(await desk.written()).toBe(before)
    },
  )

  it('B-017 refuses one without a destination where the tenant asks for it', async () => {
    const token = await desk.server.signInAs('operator', 'costa')
    const ask = (booking: object) =>
      desk.server.ask('/api/services/costa/create', { method: 'POST', token, body: { booking } })
    expect((await ask(desk.draft({ destination: null }))).meta).toMatchObject({ code: 400, field: 'destination' })
    expect((await ask(desk.draft())).meta).toEqual({ code: 200 })
    expect((await desk.act('create', desk.draft({ destination: null }))).meta).toEqual({ code: 200 })
  })

  it.each([
    ['status', { status: 10 }, 'status'],
    ['payment method', { paymentMethod: 99 }, 'paymentMethod'],
    ['entry channel', { entryChannel: 99 }, 'entryChannel'],
    ['client type', { clientType: 'nobody' }, 'clientType'],
    ['origin without coordinates', { origin: { ...sol, lat: 0 } }, 'origin'],
    ['half a destination', { destination: { addressField: 'Somewhere' } }, 'destination'],
    ['latitude', { origin: { ...sol, lat: 91 } }, 'booking.origin.lat'],
    ['list of stops', { stops: '40.1' }, 'stops'],
    ['list of features', { taxiFeatures: '1,x' }, 'taxiFeatures'],
    ['e-mail', { emailPassenger: 'nobody' }, 'emailPassenger'],
    ['lead', { timePreDispatch: -5 }, 'timePreDispatch'],
    ['endless lead', { timePreDispatch: 100_000 }, 'timePreDispatch'],
    ['fleet', { idFleet: 999_999 }, 'idFleet'],
    ['fleet in the list', { idFleet: fleets.madrid, fleetsFiltered: '29,999999' }, 'fleetsFiltered'],
    ['caller', { idCaller: 999_999 }, 'idCaller'],
    ['card', { idCard: 999_999 }, 'idCard'],
    ['payment account', { idPaymentAccount: 999_999 }, 'idPaymentAccount'],
    ['authorization', { idAuthorization: 999_999 }, 'idAuthorization'],
    ['text longer than a text may be', { notes: 'ñ'.repeat(2_001) }, 'booking.notes'],
    ['crowd of tags', { tags: Array.from({ length: 51 }, String) }, 'booking.tags'],
    ['start in the past', { timeBookingStart: 1_000 }, 'timeBookingStart'],
    ['start in two years', { timeBookingStart: Date.now() + 2 * 365 * hours(24) }, 'timeBookingStart'],
  ])('refuses a wrong %s by the name of its field and writes nothing', async (_, change, field) => {
    const before = await desk.written()
    expect((await desk.act('create', desk.draft(change))).meta).toMatchObject({ code: 400, field })
    expect(await desk.written()).toBe(before)
  })

  it('refuses an empty message with everything that came with it', async () => {
    const before = await desk.written()
    const more = { messages: [{ message: 'Two suitcases' }, { message: '   ' }] }
    expect((await desk.act('create', desk.draft(), { more })).meta).toMatchObject({
      code: 400,
      field: 'messages.1.message',
    })
    expect(await desk.written()).toBe(before)
  })

  it('tells date and time of a start that is over', async () => {
    const { meta } = await desk.act('create', desk.draft({ timeBookingStart: desk.now() - minutes(61) }))
    expect(meta).toMatchObject({ code: 400, problem: 'problems.startInPast' })
    expect(meta.errorMessage).toMatch(/\d{1,2}:\d{2}/)
    expect((await desk.act('create', desk.draft({ timeBookingStart: desk.now() - minutes(59) }))).meta.code).toBe(200)
  })
})

describe('asap', () => {
  it.each([
    ['demo', 15, false, true],
    ['demo', 16, true, false],
    ['norte', 15, false, true],
    ['norte', 16, true, false],
    ['costa', 15, false, false],
    ['costa', 16, true, true],
  ] as const)('B-011 of a booking of %s %i minutes ahead, sent as %s, is %s', async (subdomain, ahead, sent, kept) => {
    const token = await desk.server.signInAs('operator', subdomain)
    const booking = desk.draft({ timeBookingStart: desk.now() + minutes(ahead), asap: sent })
    const { response } = await desk.server.ask<{ booking: object }>(`/api/services/${subdomain}/create`, {
      method: 'POST',
      token,
      body: { booking },
    })
    expect(response?.booking).toMatchObject({ asap: kept })
  })
})

describe('confirming', () => {
  it.each([
    ['phoneNumberPassenger', 'phoneNumberPassenger', '   '],
    ['fleet', 'idFleet', null],
    ['id', 'id', undefined],
    ['origin', 'origin', null],
    ['paymentMethod', 'paymentMethod', null],
  ])('B-018 refuses without %s and leaves the booking in the wizard', async (name, sent, value) => {
    const { id } = await desk.create()
    const before = await desk.written()
    const booking = { id, idFleet: fleets.madrid, phoneNumberPassenger: '600000001', [sent]: value }
    const { meta } = await desk.act('confirm', booking)
    expect(meta).toMatchObject({ code: 400, field: name, errorMessage: expect.stringMatching(name) })
    expect(await desk.written()).toBe(before)
  })

  it('sends the order with everything that belongs to it, all at once', async () => {
    const { id } = await desk.create({ timeBookingStart: desk.now(), passengerName: 'Lucía Invented' })
    const events = await desk.eventsOf(async () => {
      const sent = { id, idFleet: fleets.madrid, phoneNumberPassenger: '600000001', fleetsFiltered: '29,31' }
      const more = { messages: [{ message: 'Two suitcases', readers: '70,80,90' }] }
      const { response } = await desk.act('confirm', sent, { more })
      expect(response?.booking).toMatchObject({
        status: 10,
        version: 2,
        idFleet: fleets.madrid,
        fleetsFiltered: '29,31',
        passengerName: 'Lucía Invented',
        asap: true,
        allowCancelAndCreate: true,
        timeServiceDispatched: desk.now(),
      })
      expect(response?.booking.distanceMeters).toBeGreaterThan(1_000)
    })
    expect(events).toEqual([['fleet.29', 10]])
    expect(await desk.orders(id)).toMatchObject([{ id_fleet: 29, state: 'waiting' }])
    expect(await desk.messages(id)).toMatchObject([
      { message: 'Two suitcases', readers: '70,80,90', sender: 80, user_name: 'Ana Pérez', id_supplier: '29' },
    ])
    const { response } = await desk.get<{ services: { id: number }[] }>('/services/demo/alive/fleet')
    expect(response?.services.find((one) => one.id === id)).toMatchObject({ status: 10, fleet: expect.any(String) })
  })

  it('holds the order back for the lead that was asked, else for the fleet’s own', async () => {
    const asked = await desk.book({ timePreDispatch: 40 })
    expect((await desk.orders(asked.id))[0]?.due_at.getTime()).toBe(asked.timeBookingStart - minutes(40))
    expect(asked.timeServiceDispatched).toBeNull()
    const plain = await desk.book()
    expect(plain.timePreDispatch).toBe(15)
    expect((await desk.orders(plain.id))[0]?.due_at.getTime()).toBe(plain.timeBookingStart - minutes(15))
  })

  it('is the affair of whoever makes the booking', async () => {
    const { id } = await desk.create()
    const sent = { id, idFleet: fleets.madrid, phoneNumberPassenger: '600000001' }
    expect((await desk.act('confirm', sent, { as: 'everything' })).status).toBe(404)
    expect((await desk.act('confirm', sent, { as: 'dispatcher' })).status).toBe(404)
    expect((await desk.act('confirm', sent)).status).toBe(200)
  })

  it('by the wizard a second time gives the booking no taxi', async () => {
    const { id } = await desk.book()
    const again = { id, idFleet: fleets.madrid, phoneNumberPassenger: '600000001' }
    expect((await desk.act('confirm', again)).meta).toMatchObject({ code: 400, field: 'idSupplierTaxi' })
    expect(await desk.stored(id)).toMatchObject({ status: 10, version: 2 })
  })

  it.each([
    ['policy', { fleetFilterPolicy: 'LIMOUSINE' }, 'fleetFilterPolicy'],
    ['promise', { promisedPrice: -1 }, 'promisedPrice'],
  ])('refuses a wrong %s', async (_, change, field) => {
    const { id } = await desk.create()
    const sent = { id, idFleet: fleets.madrid, phoneNumberPassenger: '600000001', ...change }
    expect((await desk.act('confirm', sent)).meta).toMatchObject({ code: 400, field })
  })

  it('keeps policy, promise and features as they were sent', async () => {
    const promise = { promisedArrival: desk.now() + minutes(10), promisedPrice: 14.5 }
    const booking = await desk.book({
      fleetFilterPolicy: 'VTC_TAXI',
      taxiFeatures: '3,5',
      stops: '40.41,-3.7',
      ...promise,
    })
    expect(booking).toMatchObject({
      fleetFilterPolicy: 'VTC_TAXI',
      taxiFeatures: '3,5',
      stops: '40.41,-3.7',
      ...promise,
    })
  })
})

describe('the taxi that a person confirms', () => {
  it('makes the booking confirmed, for those who may confirm for its fleet', async () => {
    const { id } = await desk.book({ idFleet: fleets.manual })
    const taxi = { id, idSupplierTaxi: 77, phoneNumberSupplier: '600000077' }
    expect((await desk.act('confirm', taxi, { as: 'dispatcher' })).status).toBe(404)
    const events = await desk.eventsOf(() => desk.act('confirm', taxi))
    expect(events).toEqual([['fleet.134', 20]])
    expect((await desk.get(`/services/demo/${id}`)).response?.booking).toMatchObject({
      status: 20,
      idSupplierTaxi: 77,
      phoneNumberSupplier: '600000077',
    })
    expect((await desk.act('confirm', taxi)).status).toBe(409)
  })

  it('is not theirs who may dispatch only', async () => {
    const { id } = await desk.book({ idFleet: fleets.byMail })
    expect((await desk.act('confirm', { id, idSupplierTaxi: 77 }, { as: 'dispatcher' })).status).toBe(403)
  })
})

describe('an authorization', () => {
  const bookable = async (subscriberCode: string) => {
    const [found] = await desk.rows<{ id: string; pa: string }>(
      `update customer_authorization set status = 1, valid_from_date = null, expiration_date = null,
         available_times_left = null where tenant_id = 1 and id = (select min(id) from customer_authorization
           where tenant_id = 1 and subscriber_code = $1) returning id, id_payment_account as pa`,
      [subscriberCode],
    )
    return { id: Number(found?.id), account: Number(found?.pa) }
  }

  it('B-005 lends the booking its account and code, and one of code 6400 makes it shared', async () => {
    const plain = await bookable('6101')
    const alone = await desk.create({ idAuthorization: plain.id, idPaymentAccount: 107 })
    expect(alone).toMatchObject({ idPaymentAccount: plain.account, subscriberCode: '6101', shared: false })
    const { id } = await bookable('6400')
    expect(await desk.create({ idAuthorization: id })).toMatchObject({ subscriberCode: '6400', shared: true })
  })

  it('leaves nothing behind when the wizard goes on without it', async () => {
    const { id: idAuthorization } = await bookable('6400')
    const { id } = await desk.create({ idAuthorization })
    const sent = { id, idAuthorization: null, idPaymentAccount: null, idFleet: 29, phoneNumberPassenger: '600000001' }
    expect((await desk.act('confirm', sent)).response?.booking).toMatchObject({
      idAuthorization: null,
      subscriberCode: '',
      userNumber: '',
      shared: false,
    })
  })

  it('is spent by confirming, and not beyond its last time', async () => {
    const { id: idAuthorization } = await bookable('6103')
    await desk.rows('update customer_authorization set available_times_left = 1 where tenant_id = 1 and id = $1', [
      idAuthorization,
    ])
    const first = await desk.create({ idAuthorization })
    const second = await desk.create({ idAuthorization })
    const sent = { idFleet: fleets.madrid, phoneNumberPassenger: '600000001' }
    expect((await desk.act('confirm', { ...sent, id: first.id })).status).toBe(200)
    expect((await desk.act('confirm', { ...sent, id: second.id })).meta).toMatchObject({
      code: 400,
      field: 'idAuthorization',
      problem: 'problems.authorizationUsedUp',
    })
    expect(await desk.stored(second.id)).toMatchObject({ status: 5 })
  })

  it('of an account that is not the user’s is refused', async () => {
    await desk.permit('business', 'viewAllAuthorizations', null)
    await desk.permit('business', 'confirmBookingByFleet', '29')
    const { id } = await bookable('6108')
    expect((await desk.act('create', desk.draft({ idAuthorization: id }), { as: 'business' })).status).toBe(403)
    expect((await desk.act('create', desk.draft({ idPaymentAccount: 108 }), { as: 'business' })).status).toBe(403)
    expect((await desk.act('create', desk.draft({ idPaymentAccount: 101 }), { as: 'business' })).status).toBe(200)
  })
})

it('P-133 takes a booking of a caller through its life: dispatched, edited, confirmed, finished', async () => {
  const { id } = await desk.book(
    { idCaller: 10_001, asap: true, timeBookingStart: desk.now(), idFleet: fleets.manual },
    { isBlocked: true },
  )
  const dispatched = desk.bookingOf(await desk.act('dispatch', { id }))
  expect(dispatched).toMatchObject({ status: 10, statusDispatch: -8000, idCaller: 10_001 })
  const wrapper = { booking: { version: dispatched.version, notes: 'At the back door' } }
  expect((await desk.put(`/services/demo/${id}`, wrapper)).response?.booking).toMatchObject({
    notes: 'At the back door',
  })
  expect((await desk.act('confirm', { id, idSupplierTaxi: 5 })).response?.booking).toMatchObject({ status: 20 })
  desk.server.clock.now = new Date(desk.now() + minutes(20))
  const finished = await desk.put(`/bookings/demo/${id}/finish`, { booking: { priceSupplierTotal: 12 } })
  expect(finished.response?.booking).toMatchObject({ status: 30, priceSupplierTotal: 12 })
  expect((await desk.journal(id)).map(({ action }) => action)).toEqual([
    'create',
    'confirm',
    'dispatch',
    'edit',
    'accept',
    'finish',
  ])
})

it('P-133 takes a booking of an authorization to another fleet, and cancels it there', async () => {
  const [authorization] = await desk.rows<{ id: string }>(
    `select min(id) as id from customer_authorization where tenant_id = 1 and status = 1 and subscriber_code = '6104'
       and valid_from_date is null and expiration_date is null and available_times_left is null`,
  )
  const first = await desk.book({ idAuthorization: Number(authorization?.id), fleetsFiltered: '29,31' })
  const next = desk.bookingOf(await desk.act('redispatch', { id: first.id }))
  expect(next).toMatchObject({ idFleet: 31, idAuthorization: Number(authorization?.id) })
  const cancelled = await desk.put(`/services/demo/${next.id}/cancel`, { cancellationReasonCode: 'client_cancelled' })
  expect(cancelled.response?.booking).toMatchObject({ status: -40 })
})

it('measures the way as the line through the stops', async () => {
  const straight = await desk.book({ destination: atocha })
  const around = await desk.book({ destination: atocha, stops: '40.45,-3.69' })
  expect(Number(around.distanceMeters)).toBeGreaterThan(Number(straight.distanceMeters))
})

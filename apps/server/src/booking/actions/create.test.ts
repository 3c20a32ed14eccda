import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Desk, fleets, hours, minutes, openDesk, sol } from '../../testing/desk.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.stop())

describe('creating', () => {
  it('keeps a booking in the wizard out of lists and events until it is confirmed', async () => {
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
    'refuses a booking without %s and writes nothing (B-017)',
    async (name) => {
      const before = await desk.written()
      const { meta } = await desk.act('create', desk.draft({ [name]: undefined }))
      expect(meta).toMatchObject({ code: 400, field: name })
      expect(await desk.written()).toBe(before)
    },
  )

  it('refuses a booking without a destination where the tenant requires one (B-017)', async () => {
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
    ['fleet of no number', { idFleet: 0 }, 'idFleet'],
    ['fleet in the list', { idFleet: fleets.madrid, fleetsFiltered: '29,999999' }, 'fleetsFiltered'],
    ['caller', { idCaller: 999_999 }, 'idCaller'],
    ['card', { idCard: 999_999 }, 'idCard'],
    ['payment account', { idPaymentAccount: 999_999 }, 'idPaymentAccount'],
    ['authorization', { idAuthorization: 999_999 }, 'idAuthorization'],
    ['text longer than a text may be', { notes: 'ñ'.repeat(2_001) }, 'booking.notes'],
    ['crowd of tags', { tags: Array.from({ length: 51 }, String) }, 'booking.tags'],
    ['start in the past', { timeBookingStart: 1_000 }, 'timeBookingStart'],
    ['start in two years', { timeBookingStart: Date.now() + 2 * 365 * hours(24) }, 'timeBookingStart'],
  ])('refuses a wrong %s with the name of its field and writes nothing', async (_, change, field) => {
    const before = await desk.written()
    expect((await desk.act('create', desk.draft(change))).meta).toMatchObject({ code: 400, field })
    expect(await desk.written()).toBe(before)
  })

  it('refuses the whole request if one of its messages is empty', async () => {
    const before = await desk.written()
    const more = { messages: [{ message: 'Two suitcases' }, { message: '   ' }] }
    expect((await desk.act('create', desk.draft(), { more })).meta).toMatchObject({
      code: 400,
      field: 'messages.1.message',
    })
    expect(await desk.written()).toBe(before)
  })

  it('includes the time in the error for a start in the past', async () => {
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
  ] as const)(
    'at %s, for a start %i minutes ahead and sent as %s, is %s (B-011)',
    async (subdomain, ahead, sent, kept) => {
      const token = await desk.server.signInAs('operator', subdomain)
      const booking = desk.draft({ timeBookingStart: desk.now() + minutes(ahead), asap: sent })
      const { response } = await desk.server.ask<{ booking: object }>(`/api/services/${subdomain}/create`, {
        method: 'POST',
        token,
        body: { booking },
      })
      expect(response?.booking).toMatchObject({ asap: kept })
    },
  )
})

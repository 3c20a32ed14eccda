import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bookingContacts } from '@parada/contract/calls/booking-contacts'
import { callers } from '@parada/contract/calls/callers'
import { phoneCalls } from '@parada/contract/calls/phone-calls'
import { services } from '@parada/contract/calls/services'
import { tracking } from '@parada/contract/calls/tracking'
import { dispatchStatus } from '@parada/domain/codes'
import { topics } from '@parada/domain/live'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { askOnce } from './client.ts'
import { type House, startHouse } from './testing-simulator.ts'

// A server, a database and a simulator have to start, on a machine that may be busy with other tests.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const patience = { timeout: 90_000, interval: 100 }
const idFleet = 36
const dialled = '910000001'
const origin = { addressField: 'Plaza Mayor, Salamanca', lat: 40.965, lon: -5.664 }
const destination = { addressField: 'Estación de tren, Salamanca', lat: 40.9722, lon: -5.6486 }
const email = 'eva.prueba@pasajeros.example'

let house: House
beforeAll(async () => {
  house = await startHouse()
})
afterAll(() => house.stop())

const mailsTo = async (address: string) => {
  const folder = join(house.home, 'mail')
  const names = await readdir(folder).catch(() => [])
  const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  return mails.filter((mail) => mail.includes(`To: ${address}`))
}

const bookingOf = async (id: number) => (await house.operator.ask(services.get, { params: { id } })).booking

describe('a booking', () => {
  it('goes from a phone call to a receipt, with the simulator as its fleet', async () => {
    const { operator, told } = house
    const heard = await house.listen([topics.phoneNumber(dialled), topics.fleet(idFleet)])
    const fleet = await house.simulate([idFleet], ['--speed', '60', '--faults', '0', '--calls-per-minute', '0'])
    await vi.waitFor(() => expect(fleet.said()).toContain('orders taken over'), patience)

    const [caller] = (await operator.ask(callers.search, { query: { isBlacklisted: 'false' } })).rows
    await askOnce(told.api, 'demo', phoneCalls.incoming, {
      headers: { 'x-api-key': told.desks.find(({ subdomain }) => subdomain === 'demo')?.telephoneKey ?? '' },
      body: { phoneNumberOrigin: caller?.phoneNumber ?? '', phoneNumberDialed: dialled },
    })
    await vi.waitFor(
      () =>
        expect(heard).toContainEqual(expect.objectContaining({ caller: expect.objectContaining({ id: caller?.id }) })),
      patience,
    )

    const draft = {
      status: 5,
      entryChannel: 20,
      paymentMethod: 11,
      timeBookingStart: Date.now(),
      asap: true,
      origin,
      destination,
      idCaller: caller?.id,
      passengerName: 'Eva Prueba',
      phoneNumberPassenger: caller?.phoneNumber,
      emailPassenger: email,
    }
    const created = await operator.ask(services.act, { params: { action: 'create' }, body: { booking: draft } })
    const { id, version } = created.booking
    const toFleet = { id, version, idFleet, fleetsFiltered: String(idFleet) }
    const confirmed = await operator.ask(services.act, { params: { action: 'confirm' }, body: { booking: toFleet } })
    expect(confirmed.booking.status).toBe(10)

    const places = new Set<string>()
    await vi.waitFor(async () => {
      const { coords } = await operator.ask(tracking.coords, { query: { idService: id } })
      places.add(`${coords.lat},${coords.lng}`)
      expect(places.size).toBeGreaterThan(2)
    }, patience)
    await vi.waitFor(async () => expect(await bookingOf(id)).toMatchObject({ status: 30 }), patience)

    const finished = await bookingOf(id)
    expect(finished).toMatchObject({ statusDispatch: dispatchStatus.trajectoryAvailable })
    expect(finished.idSupplierTaxi).toBeGreaterThan(100)
    expect(finished.priceSupplierTotal).toBeGreaterThan(4)
    if (!finished.validated)
      await operator.ask(services.update, {
        params: { id },
        body: { booking: { version: finished.version, validatedErrors: [] } },
      })
    expect((await bookingOf(id)).validated).toBe(true)

    await operator.ask(bookingContacts.sendReceipt, { params: { id } })
    await vi.waitFor(async () => {
      const [receipt] = (await mailsTo(email)).filter((mail) => mail.includes('application/pdf'))
      expect(receipt).toMatch(/filename="?\S*\d+\.pdf/)
    }, patience)

    const { journal } = await operator.ask(services.journal, { params: { id } })
    const line = journal.toSorted((a, b) => a.id - b.id)
    expect(line.map(({ action }) => action).filter((action) => action !== 'edit')).toEqual([
      ...['create', 'confirm', 'accept', 'arrive', 'board', 'finish', 'sendReceipt'],
    ])
    const became = (field: string) => line.map(({ after }) => after[field]).filter((value) => value !== undefined)
    expect(became('status')).toEqual([5, 10, 20, 30])
    expect(became('statusDispatch')).toEqual([expect.any(Number), 2000, 2500, 3000])
    const { trajectory } = await operator.ask(services.trajectory, { params: { id } })
    expect(trajectory.at(-1)).toMatchObject({ lat: destination.lat, lon: destination.lon })

    const told30 = { content: { idBooking: id, statusBooking: 30, idFleet } }
    await vi.waitFor(() => expect(heard).toContainEqual(expect.objectContaining(told30)), patience)
    await fleet.stop()
  })

  it('is made by the automatic operator for people who phone', async () => {
    const { operator } = house
    const before = (await operator.ask(services.alive)).services.map(({ id }) => id)
    const numbers = ['910000001', '900000001'].map(topics.phoneNumber)
    const heard = await house.listen(numbers)
    const town = await house.simulate([], ['--speed', '50', '--calls-per-minute', '300'])
    await vi.waitFor(async () => {
      expect(heard.filter(({ phoneNumberOrigin }) => phoneNumberOrigin).length).toBeGreaterThan(3)
      const { services: alive } = await operator.ask(services.alive)
      const [made] = alive.filter(({ id, status }) => !before.includes(id) && status === 10)
      expect(made?.idFleet).toBeGreaterThan(0)
    }, patience)
    await town.stop()
  })
})

import { setTimeout as wait } from 'node:timers/promises'
import type { SupplierReport } from '@parada/contract/calls/suppliers'
import type { Tx } from '@parada/db/open'
import {
  type BookingChange,
  changeBooking,
  insertBooking,
  journalOf,
  lockBooking,
  type Work,
} from '@parada/db/queries/booking-changes'
import { dispatchFleet, saveLink } from '@parada/db/queries/supplier-links'
import { pino } from 'pino'
import { testServer } from '../testing/server.ts'
import { startDispatcher } from './dispatcher.ts'
import { orderFleet } from './orders.ts'
import { sha256, sign } from './signature.ts'

export const demo = { id: 1, subdomain: 'demo' }
export const secret = 'a secret that only this test and its fleets know'

/** Waits until a condition holds; a busy machine may need a while. */
export const until = async <T>(look: () => Promise<T | undefined | false> | T | undefined | false, what: string) => {
  for (const end = Date.now() + 45_000; ; await wait(25)) {
    const found = await look()
    if (found) return found
    if (Date.now() > end) throw new Error(`Not within 45 s: ${what}`)
  }
}

const ride: BookingChange = {
  status: 10,
  origin: { addressField: 'Calle de Alcalá 1, Madrid', lat: 40.4181, lon: -3.7002, additionalAddressInfo: 'Portal B' },
  destination: { addressField: 'Estación de Atocha, Madrid', lat: 40.4065, lon: -3.6895 },
  asap: true,
  passengerName: 'Eva Prueba',
  phoneNumberPassenger: '600000001',
}

type Report = Omit<SupplierReport, 'id' | 'at'> & Record<string, unknown>

/** A server with a running dispatcher, bookings to dispatch, and fleets that report. */
export const startWorld = async () => {
  const server = await testServer()
  const { database } = server
  const start = () =>
    startDispatcher(database, { config: server.config, now: () => new Date() }, pino({ level: 'silent' }))
  const dispatchers = [start()]

  const inDemo = <T>(run: (work: Work) => Promise<T>, tenant = demo) =>
    database.inTenant(tenant.id, (tx: Tx) => run({ tx, tenant, by: { who: 'Test' }, now: new Date() }))

  const link = (idFleet: number, url: string, orderTimeoutSeconds = 60, tenant = demo) =>
    inDemo(({ tx }) => saveLink(tx, tenant.id, { idFleet, url, secret, orderTimeoutSeconds }), tenant)

  /** A booking that was confirmed to the first of these fleets. */
  const book = (fleets: number[], change: BookingChange = {}, tenant = demo) =>
    inDemo(async (work) => {
      const [idFleet = null] = fleets
      const timeBookingStart = work.now.getTime()
      const fields = { ...ride, timeBookingStart, idFleet, fleetsFiltered: fleets.join(','), ...change }
      const made = await insertBooking(work, 'confirm', fields)
      return changeBooking(work, 'confirm', made, await orderFleet(work, made))
    }, tenant)

  const bookingOf = (id: number, tenant = demo) =>
    inDemo(async ({ tx }) => {
      const found = await lockBooking(tx, tenant.id, id)
      if (!found) throw new Error(`There is no booking ${id}`)
      return found
    }, tenant)

  const ordersOf = (idBooking: number, tenant = demo) =>
    inDemo(
      ({ tx }) =>
        tx.selectFrom('supplier_order').selectAll().where('id_booking', '=', idBooking).orderBy('created_at').execute(),
      tenant,
    )

  const journal = async (id: number) =>
    (await inDemo(({ tx }) => journalOf(tx, demo.id, id))).map(({ action, who }) => `${action} by ${who}`)

  const post = (idFleet: number, body: string, { at = server.clock.now, key = secret, sd = 'demo' } = {}) => {
    const content = { method: 'POST', path: `/suppliers/${sd}/reports`, bodySha256: sha256(body) }
    const headers = {
      ...sign({ subdomain: sd, idFleet, secret: key }, content, at),
      'content-type': 'application/json',
    }
    return server.ask<{ repeated: boolean }>(`/api/suppliers/${sd}/reports`, { method: 'POST', body, headers })
  }

  /** Sends a fleet's report, correctly signed. */
  const report = (idFleet: number, told: Report, sd = 'demo') =>
    post(idFleet, JSON.stringify({ id: crypto.randomUUID(), at: Date.now(), ...told }), { sd })

  const fleetOf = (idFleet: number) => inDemo(({ tx }) => dispatchFleet(tx, demo.id, idFleet))

  const stopDispatching = () => Promise.all(dispatchers.splice(0).map((one) => one.stop()))
  const stop = async () => {
    await stopDispatching()
    await server.stop()
  }
  return {
    ...{ server, inDemo, link, book, bookingOf, ordersOf, journal, post, report, fleetOf, stop },
    /** Drops messages that are still to be sent, so that no test retries those of another. */
    forget: async () => {
      await stopDispatching()
      await inDemo(({ tx }) =>
        tx.deleteFrom('outbox').where('kind', '=', 'order').where('done_at', 'is', null).execute(),
      )
      dispatchers.push(start())
    },
    /** Starts another dispatcher, as a second server would. */
    startAnother: () => void dispatchers.push(start()),
  }
}
export type World = Awaited<ReturnType<typeof startWorld>>

import { setTimeout as wait } from 'node:timers/promises'
import { connect } from '@parada/db/connect'
import { dueEvents } from '@parada/db/queries/events'
import { saveLink } from '@parada/db/queries/supplier-links'
import { topics } from '@parada/domain/live'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LiveProcess, liveProcess } from '../live/testing-live-process.ts'
import { startFleet, type TestFleet } from '../suppliers/testing-fleet.ts'
import { until } from '../suppliers/testing-world.ts'
import { atocha, fleets, minutes, sol } from '../testing/desk.ts'
import { stopWhen } from '../testing/process.ts'

/** `npm run test:kills` kills the server more often, with browsers watching. */
const kills = 5
const clients = 4

type Answer = { response: { booking: { id: number } } }
type BookingRow = { id: number; reference: string; status: number; version: number; confirmedAt: number }

let live: LiveProcess
let fleet: TestFleet
let owner: Awaited<ReturnType<typeof connect>>
beforeAll(async () => {
  live = await liveProcess()
  fleet = await startFleet()
  owner = await connect(live.database.ownerUrl, 'test')
  const secret = 'a secret that only this test and its fleet know'
  // The fleet accepts no order, so its timeout must outlast the test.
  const link = { idFleet: fleets.madrid, url: fleet.url, secret, orderTimeoutSeconds: 86_400 }
  await live.database.inTenant(1, (tx) => saveLink(tx, 1, link))
  // Starts once undisturbed, so that later starts have less to compile.
  await stopWhen('Stop: ', { DATABASE_URL: live.database.ownerUrl, PARADA_HOME: live.home })
}, 120_000)
afterAll(async () => {
  await owner?.end()
  await live?.stop()
  await fleet?.stop()
})

const rowsOf = async <Row extends object>(text: string): Promise<Row[]> => (await owner.query<Row>(text)).rows

/**
 * Repeats a request under the same Idempotency-Key until it is answered: a client that was cut off cannot know whether
 * it was done.
 */
const insist = async (token: string, path: string, booking: object, onRepeat: () => void): Promise<number> => {
  const headers = { token, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }
  const body = JSON.stringify({ booking })
  for (;;) {
    const answer = await fetch(live.origin + path, { method: 'POST', headers, body })
      .then(async (got) => ({ status: got.status, text: await got.text() }))
      .catch(() => undefined)
    if (answer?.status === 200) return (JSON.parse(answer.text) as Answer).response.booking.id
    if (answer && answer.status < 500) throw new Error(`${path} answered ${answer.status} ${answer.text}`)
    onRepeat()
    await wait(25)
  }
}

/** An operator who takes one booking after another until the shift is over. */
const operator = (token: string, name: string, shift: { isOver: boolean; repeats: number }) => {
  const onRepeat = () => {
    shift.repeats++
  }
  const work = async () => {
    const acknowledged = new Map<string, number>()
    for (let n = 0; !shift.isOver; n++) {
      const bookingReference = `${name}-${n}`
      const draft = { status: 5, entryChannel: 20, paymentMethod: 11, asap: true, origin: sol, destination: atocha }
      const timeBookingStart = Date.now() + minutes(5)
      const made = { ...draft, timeBookingStart, bookingReference }
      const id = await insist(token, '/api/services/demo/create', made, onRepeat)
      const wanted = { id, idFleet: fleets.madrid, phoneNumberPassenger: '600000001' }
      await insist(token, '/api/services/demo/confirm', wanted, onRepeat)
      acknowledged.set(bookingReference, id)
    }
    return acknowledged
  }
  return work()
}

describe('a server killed five times under load', () => {
  let acknowledged: Map<string, number>
  let written: BookingRow[]
  let desk: () => Promise<{ heard: Set<number>; reloadedAt: number }>

  beforeAll(async () => {
    await live.start()
    const { tokens, reports } = await live.openDesks(1, ['everybody', topics.fleet(fleets.madrid)], { isHasty: true })
    const report = async () => {
      const [one] = await reports()
      if (!one) throw new Error('No desk')
      return one
    }
    const isLive = () => until(async () => (await report()).isLive, 'a desk that is live')
    await isLive()
    const [token = ''] = tokens
    const shift = { isOver: false, repeats: 0 }
    const working = Array.from({ length: clients }, (_, index) => operator(token, `desk${index}`, shift))
    // A refused booking ends the test at once.
    const refused = Promise.all(working).then(() => {})
    const killing = async () => {
      for (let kill = 0; kill < kills; kill++) {
        await wait(300 + Math.random() * 600)
        await live.kill()
        await live.start()
      }
      shift.isOver = true
    }
    await Promise.race([killing(), refused])
    acknowledged = new Map((await Promise.all(working)).flatMap((one) => [...one]))
    expect(shift.repeats).toBeGreaterThan(kills)

    const waiting = () => rowsOf("select from outbox where done_at is null and kind <> 'invoices'")
    await until(async () => (await waiting()).length === 0, 'an outbox that has nothing left to send')
    await isLive()
    await live.tell('everybody', { isLast: true })
    await until(async () => (await report()).heard.some((body) => body.includes('isLast')), 'the last event')
    desk = async () => {
      const { heard, reloadedAt } = await report()
      const events = heard.map((body) => JSON.parse(body) as { content?: { idBooking: number } })
      return { heard: new Set(events.map(({ content }) => content?.idBooking ?? 0)), reloadedAt }
    }
    written = await rowsOf<BookingRow>(`
      select b.id::int, b.booking_reference as reference, b.status, b.version,
        (select extract(epoch from at) * 1000 from booking_journal j
         where j.tenant_id = b.tenant_id and j.id_booking = b.id and j.action = 'confirm')::float8 as "confirmedAt"
      from booking b where b.booking_reference like 'desk%' order by b.id`)
  }, 300_000)

  it('keeps every acknowledged booking exactly once, confirmed', () => {
    expect(acknowledged.size).toBeGreaterThan(kills)
    expect(new Map(written.map(({ reference, id }) => [reference, id]))).toEqual(acknowledged)
    expect(written).toHaveLength(acknowledged.size)
    expect(written.filter(({ status }) => status !== 10)).toEqual([])
  })

  it('sends every order once, or again under the same id', async () => {
    const orders = await rowsOf<{ id: string; idBooking: number; state: string }>(`
      select o.id, o.id_booking::int as "idBooking", o.state from supplier_order o
      join booking b on b.tenant_id = o.tenant_id and b.id = o.id_booking where b.booking_reference like 'desk%'
      order by o.id_booking`)
    expect(orders.map(({ idBooking }) => idBooking)).toEqual(written.map(({ id }) => id))
    expect(orders.filter(({ state }) => state !== 'sent')).toEqual([])
    const heard = new Set(fleet.at(/\/orders$/).map(({ body }) => `${body.idBooking} ${body.id}`))
    expect(heard).toEqual(new Set(orders.map(({ id, idBooking }) => `${idBooking} ${id}`)))
  })

  it('publishes every event, and a desk that reconnects knows every booking', async () => {
    expect(await dueEvents(live.database.db, 10)).toEqual([])
    const events = await rowsOf<{ id: number }>(`
      select distinct (payload #>> '{message,content,idBooking}')::int as id from outbox
      where kind = 'event' and done_at is not null`)
    const published = new Set(events.map(({ id }) => id))
    expect(written.filter(({ id }) => !published.has(id))).toEqual([])
    const { heard, reloadedAt } = await desk()
    // What the desk missed was stored before it reloaded its list.
    expect(written.filter(({ id, confirmedAt }) => !heard.has(id) && confirmedAt >= reloadedAt)).toEqual([])
  })

  it('keeps a journal without gaps', async () => {
    const journals = await rowsOf<{ id: number; versions: number[] }>(`
      select j.id_booking::int as id, array_agg(j.version order by j.id) as versions from booking_journal j
      join booking b on b.tenant_id = j.tenant_id and b.id = j.id_booking where b.booking_reference like 'desk%'
      group by 1 order by 1`)
    const expected = written.map(({ id, version }) => ({
      id,
      versions: Array.from({ length: version }, (_, at) => at + 1),
    }))
    expect(journals).toEqual(expected)
  })

  it('notifies every passenger once', async () => {
    const told = await rowsOf<{ id: number; states: string[] }>(`
      select d.id_booking::int as id, array_agg(d.state) as states from delivery d
      join booking b on b.tenant_id = d.tenant_id and b.id = d.id_booking where b.booking_reference like 'desk%'
      group by 1 order by 1`)
    expect(told).toEqual(written.map(({ id }) => ({ id, states: ['sent'] })))
  })
})

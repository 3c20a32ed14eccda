import { setTimeout as wait } from 'node:timers/promises'
import { connect } from '@parada/db/connect'
import { dueEvents } from '@parada/db/queries/events'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type LiveProcess, liveProcess } from './testing-live-process.ts'

type Event = { booking: number; n: number }

const bookings = 5
const eventsOf = (from: number, to: number): Event[] =>
  Array.from({ length: to - from }, (_, at) => ({ booking: (from + at) % bookings, n: from + at }))

/** The events of each booking, in the order in which they were first heard. */
const firstTimes = (heard: Event[]) => {
  const seen = [...new Map(heard.map((event) => [event.n, event])).values()]
  return Map.groupBy(seen, ({ booking }) => booking)
}

const isInOrder = (events: Event[]) => events.every(({ n }, at) => at === 0 || n > (events[at - 1]?.n ?? 0))

describe.each([
  { name: 'the embedded broker', withRabbit: false },
  { name: 'RabbitMQ', withRabbit: true },
])('killing the server, with $name', ({ withRabbit }) => {
  let live: LiveProcess
  beforeAll(async () => {
    live = await liveProcess({ withRabbit })
  }, 120_000)
  afterAll(() => live?.stop())
  afterEach(() => live.kill())

  const openDesk = async () => {
    const { reports } = await live.openDesks(1, ['everybody'], { isHasty: true })
    const desk = async () => {
      const [report] = await reports()
      if (!report) throw new Error('No desk')
      return { ...report, events: report.heard.map((body) => JSON.parse(body) as Event) }
    }
    const isLive = () => expect.poll(async () => (await desk()).isLive, { timeout: 30_000 }).toBe(true)
    await isLive()
    return { desk, isLive }
  }

  it('between commit and publication loses no event: all are published in order after the restart', async () => {
    // The server that holds this lock relays events: while the test holds it, commits go on and nothing is published.
    const holder = await connect(live.database.ownerUrl, 'test')
    await holder.query(`select pg_advisory_lock(hashtextextended('parada.relay', 0))`)
    await live.start()
    const { desk, isLive } = await openDesk()
    const events = eventsOf(0, 30)
    for (const event of events) await live.tell('everybody', event)
    const killedAt = Date.now()
    await live.kill()
    expect((await desk()).heard).toEqual([])
    expect(await dueEvents(live.database.db, 100)).toHaveLength(events.length)

    await live.start()
    // RabbitMQ has kept the desk connected; otherwise the desk must be back before the server publishes.
    if (!withRabbit)
      await expect.poll(async () => (await desk()).subscribedAt, { timeout: 30_000 }).toBeGreaterThan(killedAt)
    await isLive()
    await holder.end()
    await expect.poll(async () => (await desk()).events, { timeout: 15_000 }).toEqual(events)
    await expect.poll(() => dueEvents(live.database.db, 10)).toEqual([])
  }, 90_000)

  it('three times during a stream of events loses none', async () => {
    await live.start()
    const { desk, isLive } = await openDesk()
    const events = eventsOf(1_000, 1_300)
    const committedAt = new Map<number, number>()
    const streaming = (async () => {
      for (const event of events) {
        await live.tell('everybody', event)
        committedAt.set(event.n, Date.now())
        await wait(15)
      }
    })()
    for (let kill = 0; kill < 3; kill++) {
      await wait(200 + Math.random() * 1_000)
      await live.kill()
      await live.start()
    }
    await streaming
    await expect.poll(() => dueEvents(live.database.db, 10), { timeout: 15_000 }).toEqual([])
    await isLive()
    await live.tell('everybody', { booking: -1, n: -1 })
    await expect.poll(async () => (await desk()).events, { timeout: 15_000 }).toContainEqual({ booking: -1, n: -1 })

    const { events: heard, reloadedAt } = await desk()
    const known = new Set(heard.map(({ n }) => n))
    const missed = events.filter(({ n }) => !known.has(n))
    // RabbitMQ keeps the desk connected. The embedded broker dies with the server, and the desk reloads what it missed.
    if (withRabbit) expect(missed).toEqual([])
    else expect(missed.filter(({ n }) => (committedAt.get(n) ?? 0) >= reloadedAt)).toEqual([])
    for (const ofBooking of firstTimes(heard).values()) expect(ofBooking).toSatisfy(isInOrder)
  }, 90_000)
})

import { connect } from '@parada/db/connect'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { until } from '../suppliers/testing-world.ts'
import { atocha, minutes, sol } from '../testing/desk.ts'
import { type LiveProcess, liveProcess } from './testing-live-process.ts'

type Desk = { heard: () => Promise<string[]> }

let first: LiveProcess
let second: LiveProcess
let owner: Awaited<ReturnType<typeof connect>>
let token: string
let desks: [Desk, Desk]

const openDesk = async (server: LiveProcess) => {
  const { reports, tokens } = await server.openDesks(1, ['everybody', 'fleet.29'], { isHasty: true })
  await until(async () => (await reports())[0]?.isLive, 'a desk that is live')
  return { token: tokens[0] ?? '', heard: async () => (await reports())[0]?.heard ?? [] }
}

beforeAll(async () => {
  first = await liveProcess()
  second = await liveProcess({ database: first.database })
  owner = await connect(first.database.ownerUrl, 'test')
  await first.start()
  await second.start()
  const [one, other] = [await openDesk(first), await openDesk(second)]
  token = one.token
  desks = [one, other]
}, 120_000)
afterAll(async () => {
  await owner?.end()
  await second?.stop()
  await first?.stop()
})

/** The numbers of the events of this kind that a desk heard, in order of arrival. */
const numbersOf = async ({ heard }: Desk, about: string) =>
  (await heard())
    .map((body) => JSON.parse(body))
    .filter((event) => event.about === about)
    .map(({ n }) => n as number)

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n)

const tellAll = async (about: string, count: number) => {
  for (const n of numbers(count)) await first.tell('everybody', { about, n })
}

it('without RabbitMQ, desks at both servers hear of a booking made at one of them', async () => {
  const ride = { entryChannel: 20, paymentMethod: 11, asap: true, origin: sol, destination: atocha }
  const post = async (path: string, booking: object) => {
    const answer = await fetch(first.origin + path, {
      method: 'POST',
      headers: { token, 'content-type': 'application/json' },
      body: JSON.stringify({ booking }),
    })
    return ((await answer.json()) as { response: { booking: { id: number } } }).response.booking.id
  }
  const id = await post('/api/services/demo/create', { status: 5, timeBookingStart: Date.now() + minutes(5), ...ride })
  await post('/api/services/demo/confirm', { id, idFleet: 29, phoneNumberPassenger: '600000001' })
  for (const { heard } of desks)
    await until(async () => (await heard()).some((body) => JSON.parse(body).content?.idBooking === id), 'the booking')
}, 120_000)

it('desks at both servers hear every event once, in order', async () => {
  await tellAll('all', 60)
  for (const desk of desks) await until(async () => (await numbersOf(desk, 'all')).length >= 60, 'all events')
  for (const desk of desks) expect(await numbersOf(desk, 'all')).toEqual(numbers(60))
}, 120_000)

it('no event is lost when connections to the database break while events arrive', async () => {
  const cut = () =>
    owner.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name in ('parada-listen', 'parada') and pid <> pg_backend_pid()`)
  const telling = tellAll('cut', 60).catch(() => tellAll('cut', 60))
  await cut()
  await telling
  for (const desk of desks)
    await until(async () => (await numbersOf(desk, 'cut')).includes(59), 'the last event after the cut')
  for (const desk of desks) {
    const heard = await numbersOf(desk, 'cut')
    expect(numbers(60).filter((n) => !heard.includes(n))).toEqual([])
  }
}, 120_000)

it('ending a session at one server closes its socket at the other', async () => {
  const { reports, tokens } = await second.openDesks(1, ['everybody'], { isHasty: true })
  const isLive = async () => (await reports())[0]?.isLive
  await until(isLive, 'a desk that is live')
  const signedOut = await fetch(`${first.origin}/api/authenticate/demo/logout`, {
    method: 'POST',
    headers: { token: tokens[0] ?? '' },
  })
  expect(signedOut.status).toBe(200)
  await until(async () => !(await isLive()), 'a desk that is live no more')
}, 120_000)

it('after one server is killed, the desks of the other still hear events', async () => {
  await first.kill()
  await tellAll('alone', 10)
  await until(async () => (await numbersOf(desks[1], 'alone')).length >= 10, 'all events')
  expect(await numbersOf(desks[1], 'alone')).toEqual(numbers(10))
}, 120_000)

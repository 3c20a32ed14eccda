import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  Availability,
  NoteMessage,
  OrderMessage,
  Received,
  type SupplierReport,
  signedText,
  WithdrawalMessage,
} from '@parada/contract/calls/suppliers'
import { type BookingChange, changeBooking } from '@parada/db/queries/booking-changes'
import { routeStatus } from '@parada/domain/route/status'
import { beginning, type Mode, modes, statusAfter, tripSteps } from '@parada/domain/trip/modes'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { supplierLine } from '../trip/testing.ts'
import { amendOrder, noteToDriver, withdrawOrder } from './orders.ts'
import { sha256, sign } from './signature.ts'
import { answering, type HeardRequest, startFleet, type TestFleet } from './testing-fleet.ts'
import { startWorld, until, type World } from './testing-world.ts'

const page = readFileSync(join(import.meta.dirname, '../../../../docs/suppliers.md'), 'utf8')
const texts = (kind: string) =>
  [...page.matchAll(new RegExp(`^\`\`\`json ${kind}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(([, text]) =>
    (text ?? '').trim(),
  )
// biome-ignore lint/suspicious/noExplicitAny: an example is whatever the page says
const examples = (kind: string): any[] => texts(kind).map((text) => JSON.parse(text))
const example = (kind: string) => {
  const [only, ...more] = examples(kind)
  expect([kind, only !== undefined, more]).toEqual([kind, true, []])
  return only
}

let world: World
let fleet: TestFleet

beforeAll(async () => {
  world = await startWorld()
  fleet = await startFleet(answering(200, texts('answer')[0] ?? ''))
  await world.link(29, fleet.url)
})
afterAll(async () => {
  await world.stop()
  await fleet.stop()
})

/** A booking with the fields of the order example in docs/suppliers.md. */
const booked = (change: BookingChange = {}) => {
  const { id, version, idBooking, idFleet, answerBy, taxiFeatures, ...ride } = example('order')
  return world.book([idFleet], { ...ride, taxiFeatures: taxiFeatures.join(','), ...change })
}
const heard = (end: RegExp, idOrder?: string): Promise<HeardRequest> =>
  until(
    () => fleet.at(end).find(({ path, body }) => !idOrder || path.includes(idOrder) || body.id === idOrder),
    String(end),
  )
const ordered = async (change: BookingChange = {}) => {
  const booking = await booked(change)
  const { body } = await until(() => fleet.at(/orders$/).find((one) => one.body.idBooking === booking.id), 'the order')
  return { booking, order: body as OrderMessage }
}
const state = (id: number) => world.bookingOf(id).then(({ status, statusDispatch }) => `${status} ${statusDispatch}`)

const seconds = (at: number) => Math.floor(at / 1_000)
/** A report example from the page, adapted to our order: with its id, and with times of about a minute ago. */
const ofOurs = (report: SupplierReport, idOrder: string) => {
  const shift = Date.now() - 60_000 - example('order').timeBookingStart
  const moved = (value: number) => value + shift
  const { path, ...plain } = { ...report, id: crypto.randomUUID(), at: moved(report.at) } as SupplierReport & {
    path?: number[][]
  }
  return {
    ...plain,
    ...('idOrder' in report && { idOrder }),
    ...('finish' in report && { finish: moved(report.finish), arrival: moved(report.arrival ?? report.finish) }),
    ...(path && { path: path.map(([lat, lon, at = 0]) => [lat, lon, at + seconds(shift)]) }),
  }
}
const tell = (report: SupplierReport, idOrder: string) => world.post(29, JSON.stringify(ofOurs(report, idOrder)))

it('signs as in the page’s worked example', () => {
  const [body = ''] = texts('signed')
  const [, text = ''] = /```text\n([\s\S]*?)\n```/.exec(page) ?? []
  const [, secret = ''] = /secret `([^`]+)`/.exec(page) ?? []
  const [, signature] = /its signature is `(\w+)`/.exec(page) ?? []
  const signed = signedText({
    method: 'POST',
    path: '/suppliers/demo/reports',
    timestamp: 1798790400,
    bodySha256: sha256(body),
  })
  expect(signed).toBe(text)
  expect(createHmac('sha256', secret).update(signed).digest('hex')).toBe(signature)
})

it.each([
  ['order', OrderMessage],
  ['amend', OrderMessage],
  ['withdraw', WithdrawalMessage],
  ['note', NoteMessage],
  ['availability', Availability],
  ['answer', Received],
])('has a complete example of %s without unknown fields', (kind, schema) => {
  expect(schema.parse(example(kind))).toEqual(example(kind))
})

it('sends an order, its change, a note and its withdrawal as documented', async () => {
  const { booking, order } = await ordered()
  const ours = { id: order.id, idBooking: booking.id, answerBy: order.answerBy }
  expect(order).toEqual({ ...example('order'), ...ours, version: booking.version })
  await world.inDemo(async (work) => {
    const { notes } = example('amend')
    const changed = await changeBooking(work, 'edit', await world.bookingOf(booking.id), {
      notes,
    })
    await amendOrder(work, changed)
    await noteToDriver(work, changed, example('note').text)
  })
  const { version } = await world.bookingOf(booking.id)
  expect((await heard(/orders\/[^/]+$/, order.id)).body).toEqual({ ...example('amend'), ...ours, version })
  const { body: note } = await heard(/notes$/, order.id)
  expect(note).toEqual({ ...example('note'), idOrder: order.id, id: note.id, at: note.at })
  await world.inDemo(async (work) => withdrawOrder(work, await world.bookingOf(booking.id), example('withdraw').reason))
  const { method, body } = await heard(/withdraw$/, order.id)
  expect([method, body]).toEqual(['POST', { ...example('withdraw'), id: order.id, idBooking: booking.id }])
})

it('accepts the documented ride step by step', async () => {
  const { booking, order } = await ordered({ timeBookingStart: Date.now() - 60_000 })
  const states: string[] = []
  for (const report of examples('report')) {
    const { status, response } = await tell(report, order.id)
    expect([report.type, status, response]).toEqual([report.type, 200, { repeated: false }])
    states.push(`${report.type}: ${await state(booking.id)}`)
  }
  expect(states).toEqual([
    'accepted: 20 2000',
    'position: 20 2000',
    'arrived: 20 2000',
    'onBoard: 20 2500',
    'finished: 20 2800',
    'price: 30 3000',
  ])
  const [first, , , , , price] = examples('report')
  const { idSupplierService, supplierTaxiDescription } = first
  const finished = { priceSupplierTotal: price.price, idSupplierService, supplierTaxiDescription }
  expect(await world.bookingOf(booking.id)).toMatchObject(finished)
})

it('accepts the documented reports outside a ride: refused, cancelled, committed and unavailable', async () => {
  const [refused, cancelled, unavailable] = examples('alone')
  const first = await ordered()
  expect((await tell(refused, first.order.id)).status).toBe(200)
  expect(await state(first.booking.id)).toBe('-30 null')

  const second = await ordered()
  await tell(examples('report')[0], second.order.id)
  expect((await tell(cancelled, second.order.id)).status).toBe(200)
  expect(await world.bookingOf(second.booking.id)).toMatchObject({ status: -30, vehicleCancellationLat: cancelled.lat })

  const third = await ordered({ enableCommitment: true })
  expect((await tell(example('committed'), third.order.id)).status).toBe(200)
  expect(await state(third.booking.id)).toBe('10 1300')

  expect((await tell(unavailable, '')).status).toBe(200)
  expect((await world.fleetOf(29))?.link?.openUntil).toBeGreaterThan(Date.now() + 29 * 60_000)
})

const trippers: Readonly<Record<Mode, number>> = { parking: 13, mobility: 22, ticket: 1, route: 41 }

it.each(modes)('accepts the documented %s trip step by step', async (mode) => {
  const line = supplierLine(world.server, { id: trippers[mode], mode })
  const reports = examples(`trip ${mode}`)
  const shift = Date.now() - 120_000 - reports.at(-1).at
  const moments = ['at', 'dateInit', 'dateEnd', 'timeServiceStart']
  const ours = (report: Record<string, number>) =>
    Object.fromEntries(
      Object.entries(report).map(([key, value]) => [key, moments.includes(key) ? value + shift : value]),
    )
  let status: number | undefined
  for (const report of reports) {
    status = status === undefined ? beginning[mode].status : statusAfter(mode, report.type, status)
    // The distance of a route is calculated immediately.
    if (status === routeStatus.awaitsDistance && report.path) status = routeStatus.ready
    const answer = await line.report({ ...ours(report), type: report.type })
    expect([report.type, answer.status, answer.response]).toMatchObject([report.type, 200, { status, repeated: false }])
  }
})

it('accepts the documented free vehicles', async () => {
  const line = supplierLine(world.server, { id: 22, mode: 'mobility' })
  expect((await line.send('PUT', 'vehicles', example('vehicles'))).response).toEqual({ count: 1 })
})

it('accepts the documented case, its change and its cancellation', async () => {
  const { server } = world
  const { secret } = await server.database.inTenant(1, (tx) =>
    tx.selectFrom('insurer').select('secret').where('id', '=', 1).executeTakeFirstOrThrow(),
  )
  const post = async (name: string, told: Record<string, number>) => {
    const path = `/suppliers/demo/${name}`
    const shift = server.clock.now.getTime() - examples('case')[0].at
    const moments = ['at', 'fechaServicio']
    const ours = Object.entries(told).map(([key, value]) => [key, moments.includes(key) ? value + shift : value])
    const body = JSON.stringify(Object.fromEntries(ours))
    const sender = { subdomain: 'demo', idInsurer: 1, secret: secret ?? '' }
    const signed = sign(sender, { method: 'POST', path, bodySha256: sha256(body) }, server.clock.now)
    const headers = { ...signed, 'content-type': 'application/json' }
    return (await server.ask<{ idService: number }>(`/api${path}`, { method: 'POST', headers, body })).response
  }
  const [first, second] = examples('case')
  const made = await post('cases', first)
  expect(made).toMatchObject({ status: 10, errorMessage: '', repeated: false })
  const idService = made?.idService ?? 0
  expect(await post('cases', second)).toMatchObject({ idService, status: 10, repeated: false })
  expect(await world.bookingOf(idService)).toMatchObject({ phoneNumberPassenger: second.telefono })
  expect(await post('cases/cancel', example('cancel case'))).toMatchObject({ idService, status: -40 })
})

it('documents for every step which statuses it may follow', () => {
  const told = [...page.matchAll(/^\| (?:(\w+) )?\| `(\w+)` \| (-?\d+) [^|]* \| ([-\d, ]*)\|$/gm)]
  let mode = ''
  const rows = told.map(([, named = '', step = '', to = '', from = '']) => {
    mode = named || mode
    return [mode, step, Number(to), from.split(',').flatMap((one) => (one.trim() ? [Number(one)] : []))]
  })
  const known = modes.flatMap((one) =>
    Object.entries(tripSteps[one]).map(([step, { from, to }]) => [one, step, to, from]),
  )
  expect(rows).toEqual(known)
})

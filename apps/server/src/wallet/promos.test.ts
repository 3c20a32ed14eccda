import { saveLink } from '@parada/db/queries/supplier-links'
import { lockWallet } from '@parada/db/queries/wallet'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startOutboxWorker } from '../deliveries/outbox-worker.ts'
import { Problem } from '../http/problem.ts'
import { sha256, sign } from '../suppliers/signature.ts'
import { until } from '../suppliers/testing-world.ts'
import { type Desk, fleets, hours, minutes, openDesk } from '../testing/desk.ts'
import { promoPayer, redeemCode } from './promos.ts'
import { customersOf, linkApp, makePromo } from './testing.ts'

let desk: Desk
let users: number[]
beforeAll(async () => {
  desk = await openDesk()
  users = (await customersOf(desk)).ids
})
afterAll(() => desk.stop())
beforeEach(() => desk.owner.query(`update promo set active = false; delete from outbox where kind = 'promo'`))

const redeem = (idUser: number, code: string) =>
  desk.server.database.inTenant(1, async (tx) => {
    await lockWallet(tx, 1, idUser)
    return redeemCode({ tx, tenantId: 1, idUser, now: new Date(desk.now()) }, code)
  })

const outcomeOf = (idUser: number, code: string) =>
  redeem(idUser, code).then(
    ({ outcome }) => outcome,
    (error) => (error instanceof Problem ? error.more.problem : error),
  )

const paid = async (idPromo: number) =>
  desk.rows<{ user: number; amount: number }>(
    'select id_user::int as user, amount from wallet_movement where id_promo = $1 order by id',
    [idPromo],
  )

it('redeems a code for 100 uses exactly 100 times when 500 users try at once', async () => {
  const id = await makePromo(desk, { actions_to_create: ['redeemCode'] }, { code: 'CIEN', uses_total: 100 })
  const outcomes = await Promise.all(users.slice(0, 500).map((idUser) => outcomeOf(idUser, 'CIEN')))
  expect(outcomes.filter((outcome) => outcome === 'redeemed')).toHaveLength(100)
  expect(outcomes.filter((outcome) => outcome === 'problems.codeExhausted')).toHaveLength(400)
  expect(await paid(id)).toHaveLength(100)
  const counted = await desk.rows(
    `select c.current_usages as code, p.current_usages as promo, (select count(*)::int from promo_user u where u.id_promo = p.id) as users
     from promo p join promo_code c on c.tenant_id = p.tenant_id and c.id_promo = p.id where p.id = $1`,
    [id],
  )
  expect(counted).toEqual([{ code: 100, promo: 100, users: 100 }])
})

it('gives one user a promo once, however many of its codes are redeemed at once', async () => {
  const id = await makePromo(desk, { actions_to_create: ['redeemCode'] }, { code: 'DOBLE1' })
  await desk.owner.query(`insert into promo_code (tenant_id, id_promo, type, code) values (1, $1, 'fixed', 'DOBLE2')`, [
    id,
  ])
  const idUser = users[600] ?? 0
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, (_, index) => outcomeOf(idUser, index % 2 === 0 ? 'DOBLE1' : 'DOBLE2')),
  )
  expect(outcomes.filter((outcome) => outcome === 'redeemed')).toHaveLength(1)
  expect(await paid(id)).toEqual([{ user: idUser, amount: 500 }])
})

it('does not deadlock when concurrent top-ups give and pay several promos', async () => {
  const loadWallet = ['loadWallet']
  const held = await makePromo(desk, { name: 'Held', actions_to_execute: loadWallet })
  const given = await makePromo(desk, { name: 'Given', actions_to_execute: loadWallet, actions_to_create: loadWallet })
  const people = users.slice(800, 840)
  const give = (idPromo: number, ids: number[]) =>
    desk.owner.query(
      `insert into promo_user (tenant_id, id_promo, id_user, date) select 1, $1, id, now() from unnest($2::bigint[]) id`,
      [idPromo, ids],
    )
  await give(held, people)
  // Half of them have both promos already; the top-ups give the others the second one.
  await give(given, people.slice(20))
  const tell = await linkApp(desk)
  const topUp = (idUser: number) => tell({ type: 'payment', idUser, amount: 1_000, concept: 'Recarga' })
  const answers = await Promise.all([...people, ...people.toReversed()].map(topUp))
  expect(answers.filter(({ status }) => status !== 200)).toEqual([])
  expect([(await paid(held)).length, (await paid(given)).length]).toEqual([80, 80])
})

describe('a finished taxi service', () => {
  /** A user's ride that began two hours ago. */
  const ride = async (idUser: number | null) => {
    const { id } = await desk.book()
    const start = new Date(desk.now() - hours(2))
    await desk.become(id, { status: 20, status_dispatch: 2500, asap: true, time_booking_start: start, id_user: idUser })
    return id
  }
  const finish = (id: number, booking: object = {}) =>
    desk.put(`/bookings/demo/${id}/finish`, { booking: { priceSupplierTotal: 20, ...booking } }, 'everything')
  const raised = () =>
    desk.rows<{ payload: { idBooking: number } }>(`select payload from outbox where kind = 'promo' order by id`)
  const pay = (idBooking: number) => {
    const send = promoPayer(desk.server.database, () => new Date(desk.now()))
    return send(1, { action: 'setServiceFinished', idBooking }, { tenantId: 1, attempts: 1 })
  }
  const given = async (idUser: number, columns: object = {}) => {
    const id = await makePromo(desk, { actions_to_execute: ['setServiceFinished'], ...columns })
    await desk.owner.query('insert into promo_user (tenant_id, id_promo, id_user, date) values (1, $1, $2, now())', [
      id,
      idUser,
    ])
    return id
  }

  it('pays the promos of its user once, however often the outbox delivers it', async () => {
    const idUser = users[700] ?? 0
    const id = await given(idUser)
    const idBooking = await ride(idUser)
    expect((await finish(idBooking)).status).toBe(200)
    expect(await raised()).toEqual([{ payload: { action: 'setServiceFinished', idBooking } }])
    await Promise.all([pay(idBooking), pay(idBooking), pay(idBooking)])
    await pay(idBooking)
    expect(await paid(id)).toEqual([{ user: idUser, amount: 500 }])
    const [movement] = await desk.rows('select id_booking::int as booking from wallet_movement where id_promo = $1', [
      id,
    ])
    expect(movement).toEqual({ booking: idBooking })
  })

  it('pays a percentage of the price, up to the cap', async () => {
    const idUser = users[701] ?? 0
    const id = await given(idUser, { type: 'percent', amount: null, percent: 15, cap: 400 })
    for (const price of [20, 90]) {
      const idBooking = await ride(idUser)
      await finish(idBooking, { priceCustomerTotal: price })
      await pay(idBooking)
    }
    expect((await paid(id)).map(({ amount }) => amount)).toEqual([300, 400])
  })

  it('pays only within the promo’s uses per user and its validity', async () => {
    const idUser = users[702] ?? 0
    const id = await given(idUser, { uses_per_user: 2 })
    const over = await given(idUser, { valid_to: new Date(desk.now() - 1_000) })
    for (let n = 0; n < 3; n++) {
      const idBooking = await ride(idUser)
      await finish(idBooking)
      await pay(idBooking)
    }
    expect(await paid(id)).toHaveLength(2)
    expect(await paid(over)).toEqual([])
  })

  it('queues nothing for a booking without a user, or whose user has no such promo', async () => {
    await finish(await ride(null))
    await finish(await ride(users[703] ?? 0))
    expect(await raised()).toEqual([])
  })

  it('pays nothing for a booking that turns out not to be finished', async () => {
    const idUser = users[704] ?? 0
    const id = await given(idUser)
    await pay(await ride(idUser))
    await pay(99_999_999)
    expect(await paid(id)).toEqual([])
  })

  it('stays finished when the payment fails, and the payment is retried', async () => {
    const idUser = users[705] ?? 0
    const id = await given(idUser)
    const idBooking = await ride(idUser)
    await desk.owner.query('alter table wallet_movement add constraint broken check (id_promo is null) not valid')
    expect((await finish(idBooking)).status).toBe(200)
    await expect(pay(idBooking)).rejects.toThrow('broken')
    await desk.owner.query('alter table wallet_movement drop constraint broken')
    const senders = { promo: promoPayer(desk.server.database, () => new Date(desk.now())) }
    const worker = startOutboxWorker(desk.server.database, senders, pino({ level: 'silent' }))
    await until(async () => (await paid(id)).length === 1, 'the payment')
    await worker.stop()
  })

  it('is also queued for payment when the fleet reports it', async () => {
    const idUser = users[706] ?? 0
    await given(idUser)
    const idBooking = await ride(idUser)
    const secret = 'a secret that only this test and its fleets know'
    await desk.server.database.inTenant(1, (tx) =>
      saveLink(tx, 1, { idFleet: fleets.madrid, url: 'https://fleet.example', secret, orderTimeoutSeconds: 60 }),
    )
    const [order] = await desk.rows<{ id: string }>(
      `update supplier_order set state = 'accepted' where id_booking = $1 returning id`,
      [idBooking],
    )
    const path = '/suppliers/demo/reports'
    const at = desk.now()
    const told = {
      type: 'finished',
      id: crypto.randomUUID(),
      idOrder: order?.id,
      at,
      finish: at - minutes(1),
      price: 20,
    }
    const body = JSON.stringify(told)
    const signed = sign(
      { subdomain: 'demo', idFleet: fleets.madrid, secret },
      { method: 'POST', path, bodySha256: sha256(body) },
      new Date(at),
    )
    const { status, meta } = await desk.server.ask(`/api${path}`, {
      method: 'POST',
      body,
      headers: { ...signed, 'content-type': 'application/json' },
    })
    expect([status, meta.errorMessage]).toEqual([200, undefined])
    expect(await raised()).toEqual([{ payload: { action: 'setServiceFinished', idBooking } }])
  })
})

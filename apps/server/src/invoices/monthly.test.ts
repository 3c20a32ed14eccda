import { scheduleInvoices } from '@parada/db/queries/invoices'
import { takeDue } from '@parada/db/queries/outbox'
import { monthOf } from '@parada/domain/invoice/period'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startOutboxWorker } from '../deliveries/outbox-worker.ts'
import { type Desk, openDesk } from '../testing/desk.ts'
import { accounts, lastMonth, ridesOnAccount } from '../testing/rides-on-account.ts'
import { monthlyInvoices } from './monthly.ts'

let desk: Desk
const quiet = pino({ level: 'silent' })

beforeEach(async () => {
  desk = await openDesk()
})
afterEach(() => desk.stop())

type Run = { tenant: number; month: string; due: string; done: boolean }
const runs = () =>
  desk.rows<Run>(`select tenant_id as tenant, payload ->> 'month' as month, done_at is not null as done,
      to_char(due_at at time zone 'Europe/Madrid', 'DD HH24:MI') as due
    from outbox where kind = 'invoices' order by month, tenant_id`)

/** Runs servers until no run is due any more. */
const serve = async (servers: number) => {
  const { database, clock } = desk.server
  const workers = Array.from({ length: servers }, () =>
    startOutboxWorker(database, { invoices: monthlyInvoices(database, () => clock.now, quiet) }, quiet),
  )
  await expect
    .poll(() => desk.rows(`select from outbox where kind = 'invoices' and done_at is null and due_at <= now()`), {
      timeout: 20_000,
    })
    .toEqual([])
  await Promise.all(workers.map(({ stop }) => stop()))
}

const thisMonth = () => monthOf(Date.now(), 'Europe/Madrid')
const month = () => monthOf(lastMonth(new Date()), 'Europe/Madrid')

describe('the monthly run', () => {
  it('is scheduled for the first morning after the month, once per tenant however often it is requested', async () => {
    const { db } = desk.server.database
    await Promise.all([scheduleInvoices(db), scheduleInvoices(db)])
    await scheduleInvoices(db)
    expect(await runs()).toEqual(
      [1, 2, 3].map((tenant) => ({ tenant, month: thisMonth(), due: '01 06:00', done: false })),
    )
  })

  it('catches up on months that passed while no server ran', async () => {
    const { db } = desk.server.database
    await desk.owner.query(
      `insert into outbox (tenant_id, kind, payload, due_at) values (1, 'invoices', $1, now() - interval '60 days')`,
      [JSON.stringify({ month: monthOf(Date.now(), 'Europe/Madrid', -3) })],
    )
    await scheduleInvoices(db)
    const own = (await runs()).filter(({ tenant }) => tenant === 1)
    expect(own.map((run) => run.month)).toEqual(
      [-3, -2, -1, 0].map((away) => monthOf(Date.now(), 'Europe/Madrid', away)),
    )
  })

  it('draws each account’s invoice once, however many servers run', async () => {
    await ridesOnAccount(desk.owner, [{}, {}, { id_payment_account: accounts.clinica }])
    await desk.owner.query(
      `insert into outbox (tenant_id, kind, payload, due_at) values (1, 'invoices', $1, now() - interval '1 day')`,
      [JSON.stringify({ month: month() })],
    )
    await serve(3)
    expect(
      await desk.rows(
        `select id_payment_account::int as account, period, num_rows as rows, number from invoice order by number`,
      ),
    ).toEqual([
      { account: accounts.clinica, period: month(), rows: 1, number: 1 },
      { account: accounts.seguros, period: month(), rows: 2, number: 2 },
    ])
    expect(await desk.rows(`select distinct who from booking_journal where action = 'invoice'`)).toEqual([
      { who: 'Parada' },
    ])
  })

  it('is retried when an account fails, for that account only', async () => {
    await ridesOnAccount(desk.owner, [{}, { id_payment_account: accounts.clinica }])
    const { database, clock } = desk.server
    const run = monthlyInvoices(database, () => clock.now, quiet)
    await desk.owner.query(
      `alter table invoice add constraint broken check (id_payment_account <> ${accounts.clinica})`,
    )
    const once = () => run(1, { month: month() }, { tenantId: 1, attempts: 1 })
    await expect(once()).rejects.toThrow('1 accounts have no invoice')
    await desk.owner.query('alter table invoice drop constraint broken')
    await once()
    expect(await desk.rows('select id_payment_account::int as account, number from invoice order by number')).toEqual([
      { account: accounts.seguros, number: 1 },
      { account: accounts.clinica, number: 2 },
    ])
  })

  it('is not taken before it is due', async () => {
    const { db } = desk.server.database
    await scheduleInvoices(db)
    const taker = '00000000-0000-4000-8000-00000000c1a2'
    await desk.owner.query("insert into claimant values ($1, 'infinity')", [taker])
    expect(await takeDue(db, 'invoices', 10, { id: taker, isMine: async () => true })).toEqual([])
  })
})

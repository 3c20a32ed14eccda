import { monthOf } from '@parada/domain/invoice/period'
import pg from 'pg'
import type { TestServer } from './server.ts'

type Fields = Record<string, unknown>

/** Accounts of the demo tenant. */
export const accounts = { seguros: 101, clinica: 102, viajes: 103 } as const

/**
 * Turns bookings of the demo tenant into rides of last month on an account, validated and priced unless `rides` says
 * otherwise.
 */
export const ridesOnAccount = async (owner: pg.Client, rides: readonly Fields[], start = lastMonth(new Date())) => {
  const { rows } = await owner.query<{ id: number }>(
    `select id::int from booking where tenant_id = 1 and status in (10, 20, -30) order by id limit $1`,
    [rides.length],
  )
  for (const [index, { id }] of rows.entries()) {
    const columns: Fields = {
      status: 30,
      validated: true,
      validated_errors: [],
      id_payment_account: accounts.seguros,
      payment_method: 50,
      price_customer_total: 11,
      price_customer_currency: 'EUR',
      time_booking_start: new Date(start + index * 60_000),
      ...rides[index],
    }
    const sets = Object.keys(columns).map((name, at) => `${name} = $${at + 2}`)
    await owner.query(`update booking set ${sets} where id = $1`, [id, ...Object.values(columns)])
  }
  return rows.map(({ id }) => id)
}

/** Noon (UTC) on the tenth of the previous month. */
export const lastMonth = (now: Date) => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 10, 12)

/** Rides on several accounts, half of them invoiced and the others blocked. */
export const fillBooks = async (server: TestServer) => {
  const owner = new pg.Client({ connectionString: server.database.ownerUrl })
  await owner.connect()
  const rides = Array.from({ length: 24 }, (_, index) => ({
    id_payment_account: accounts.seguros + (index % 3),
    validated: index < 12,
    price_customer_total: index + 1,
  }))
  await ridesOnAccount(owner, rides).finally(() => owner.end())
  const month = monthOf(lastMonth(new Date()), 'Europe/Madrid')
  const token = await server.signInAs('everything')
  await server.ask('/api/invoices/demo/draw', { method: 'POST', token, body: { month, preview: false } })
}

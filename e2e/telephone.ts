import type { Subdomain } from '@parada/db/seed/demo-users'
import { expect } from '@playwright/test'
import { claim } from './claims.ts'
import { admin, withDatabase } from './installation.ts'

const tenants = { demo: 1, costa: 2, norte: 3 } as const
const keys = new Map<Subdomain, string>()

const keyOf = (subdomain: Subdomain) => {
  const name = `journey-${process.pid}`
  const key = keys.get(subdomain) ?? /[\w-]{43}/.exec(admin('telephone', 'key', subdomain, '--name', name))?.[0] ?? ''
  keys.set(subdomain, key)
  return key
}

type Ringing = { duration?: number; phoneNumberDialed?: string }

/**
 * Reports an incoming call as a telephone system does, so that it rings at the operators of a tenant or of a number.
 */
export const ring = async (phoneNumberOrigin: string, subdomain: Subdomain = 'demo', ringing: Ringing = {}) => {
  const response = await fetch(`http://localhost:${process.env.E2E_PORT}/api/calls/${subdomain}/incoming`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': keyOf(subdomain) },
    body: JSON.stringify({ phoneNumberOrigin, phoneNumberDialed: `91000000${tenants[subdomain]}`, ...ringing }),
  })
  expect(response.status).toBe(200)
}

/** Claims a caller who has ridden before and has no live booking, for one journey alone. */
export const returningCaller = () =>
  withDatabase(({ inTenant }) =>
    inTenant(1, async (tx) => {
      const open = tx.selectFrom('booking').where('status', 'in', [10, 20, -30])
      const rides = tx
        .selectFrom('booking')
        .select('id_caller')
        .where('status', '=', 30)
        .where('id_caller', 'is not', null)
        .where('destination', 'is not', null)
      const rows = await tx
        .selectFrom('caller')
        .select(['id', 'phone_number as phone', 'first_name as firstName'])
        .where('is_blacklisted', '=', false)
        .where('id', 'in', rides)
        .where('id', 'not in', open.select('id_caller').where('id_caller', 'is not', null))
        .where('phone_number', 'not in', open.select('phone_number_passenger'))
        .orderBy('id')
        .execute()
      return claim('caller', rows)
    }),
  )

/** Bookings for a passenger's telephone number, newest first. */
export const bookingsOf = (phone: string) =>
  withDatabase(({ inTenant }) =>
    inTenant(1, (tx) =>
      tx.selectFrom('booking').selectAll().where('phone_number_passenger', '=', phone).orderBy('id', 'desc').execute(),
    ),
  )

import { expect, type Page } from '@playwright/test'
import { admin, withDatabase } from './installation.ts'

let key: string | undefined

/** The demo operator's own line. */
const dialed = '910000001'

/** Lets the telephone ring on the desks, as a telephone system does. */
export const ring = async (phoneNumberOrigin: string) => {
  key ??= /[\w-]{43}/.exec(admin('telephone', 'key', 'demo', '--name', `wizard-${process.pid}`))?.[0] ?? ''
  const response = await fetch(`http://localhost:${process.env.E2E_PORT}/api/calls/demo/incoming`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify({ phoneNumberOrigin, phoneNumberDialed: dialed }),
  })
  expect(response.status).toBe(200)
}

export const expectLive = (page: Page) =>
  expect(page.getByRole('banner').getByText('live', { exact: true })).toBeVisible()

type Returning = { isBlacklisted?: boolean; hasOpenBooking?: boolean; offset?: number }

/** A caller who has ridden before, each test another one. */
export const returningCaller = ({ isBlacklisted = false, hasOpenBooking = false, offset = 0 }: Returning = {}) =>
  withDatabase(({ inTenant }) =>
    inTenant(1, async (tx) => {
      const alive = tx
        .selectFrom('booking')
        .select('id_caller')
        .where('status', 'in', [10, 20, -30])
        .where('id_caller', 'is not', null)
      const phones = tx.selectFrom('booking').select('phone_number_passenger').where('status', 'in', [10, 20, -30])
      const rides = tx
        .selectFrom('booking')
        .select('id_caller')
        .where('status', '=', 30)
        .where('id_caller', 'is not', null)
        .where('destination', 'is not', null)
      let found = tx
        .selectFrom('caller')
        .select(['id', 'phone_number as phone', 'first_name as firstName', 'last_name as lastName'])
        .where('is_blacklisted', '=', isBlacklisted)
        .where('id', 'in', rides)
      found = hasOpenBooking
        ? found.where('id', 'in', alive)
        : found.where('id', 'not in', alive).where('phone_number', 'not in', phones)
      return found.orderBy('id').offset(offset).limit(1).executeTakeFirstOrThrow()
    }),
  )

/** What was booked for a telephone number. */
export const bookingsOf = (phone: string) =>
  withDatabase(({ inTenant }) =>
    inTenant(1, (tx) =>
      tx.selectFrom('booking').selectAll().where('phone_number_passenger', '=', phone).orderBy('id', 'desc').execute(),
    ),
  )

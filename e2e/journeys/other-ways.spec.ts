import { sql } from 'kysely'
import { claimBooking } from '../claims.ts'
import { expect, expectAccessible, press, test } from '../desk.ts'
import { withDatabase } from '../installation.ts'
import { openSupplier } from '../supplier.ts'
import { expectToast } from '../toasts.ts'

const idSupplier = 77
const secret = 'a secret that only this journey knows, long enough'
const vehicleSign = 'PASEO-1'

/** A booking that no fleet takes, with a bicycle of a separate supplier at its pickup. */
const lostBooking = async () => {
  const { id } = await claimBooking({ fleet: 29, hasMobile: true })
  await withDatabase(({ inTenant }) =>
    inTenant(1, async (tx) => {
      await sql`insert into trip_supplier (tenant_id, id, mode, name, secret)
        values (1, ${idSupplier}, 'mobility', 'Bicis Paseo', ${secret}) on conflict do nothing`.execute(tx)
      await sql`insert into free_vehicle (tenant_id, id_supplier, sign, kind, lat, lon, battery, price_start, price_minute, at)
        select 1, ${idSupplier}, ${vehicleSign}, 'bike', (origin ->> 'lat')::float8, (origin ->> 'lon')::float8, null, 1, 0.1,
          now() + interval '1 hour' from booking where id = ${id}`.execute(tx)
      await sql`update booking set status = -30, status_dispatch = null, time_booking_start = now() where id = ${id}`.execute(
        tx,
      )
    }),
  )
  return id
}

test('a booking without a taxi becomes a bicycle nearby by one key, with a prepared SMS, and its supplier gets the request', async ({
  openDesk,
}) => {
  const id = await lostBooking()
  const page = await openDesk('everything', { path: `/services/${id}` })
  const ways = page.getByRole('region', { name: 'Other ways to travel' })
  const bicycle = ways.getByRole('button', { name: new RegExp(vehicleSign) })
  await expect(bicycle).toContainText('Bicycle PASEO-1 (Bicis Paseo), 0 m away')
  await expectAccessible(page)

  const dialog = page.getByRole('dialog')
  await press(page, (await bicycle.getAttribute('aria-keyshortcuts')) ?? '', dialog)
  await expect(dialog.getByLabel('Message')).toHaveValue(/una bicicleta de Bicis Paseo \(PASEO-1\) a 0 m/)
  await expectAccessible(page)
  await press(page, 'Control+Enter', () => expectToast(page, `Booking ${id}: other way taken`))
  await expect(page.getByRole('article').getByText('Cancelled by call centre', { exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Messages and deliveries' })).toContainText('SMS')

  // The supplier gets no request while the action can still be undone.
  const { report, requests } = await openSupplier(idSupplier, 'mobility')
  await expect
    .poll(async () => (await requests()).map((one) => one.vehicleSign), { timeout: 15_000 })
    .toEqual([vehicleSign])
  const [request] = await requests()
  const place = { startAddressString: 'Puerta del Sol', lat: 40.4, lon: -3.7 }
  await report({ type: 'booked', reference: 'B-1', idRequest: request?.id, vehicleSign, vehicleKind: 'bike', ...place })
  await page.goto(`/mobility/dashboard?vehicleSign=${vehicleSign}`)
  await expect(page.locator('tbody tr[data-index]').first()).toContainText('Booked')
})

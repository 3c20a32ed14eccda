import { putEvent } from '@parada/db/queries/events'
import type { Page } from '@playwright/test'
import { claimBooking } from '../claims.ts'
import { expect, rowOf, signIn, signInAt, test } from '../desk.ts'
import { withDatabase } from '../installation.ts'
import { layWire } from '../wire.ts'

// A dead connection is noticed after two missed heartbeats, 40 s in all, at the next check, which is every 20 s. The
// test has to wait in real time.
test.setTimeout(150_000)
// What the browser itself logs about requests that hung on the dead connection.
test.use({ toLog: /net::ERR_|WebSocket connection to/ })

const demo = { id: 1, subdomain: 'demo' }
const state = (page: Page, name: string) => page.getByRole('banner').getByText(name, { exact: true })

type Change = { status: number; name: string }

/** Changes a booking and publishes the event in the same transaction, as the product does. */
const change = (id: number, fleet: number, { status, name }: Change) =>
  withDatabase(({ inTenant }) =>
    inTenant(1, async (tx) => {
      await tx
        .updateTable('booking')
        .set(({ eb }) => ({ status, passenger_name: name, version: eb('version', '+', 1) }))
        .where('id', '=', id)
        .execute()
      const message = { content: { idBooking: id, statusBooking: status, idFleet: fleet } }
      await putEvent(tx, demo, `fleet.${fleet}`, message)
    }),
  )

test('a desk whose network goes dead says so, and catches up when it is back', async ({ page }) => {
  const wire = await layWire()
  await signIn(page, 'operator', 'demo', `${wire.origin}/dashboard?passengerName=Cut`)
  await expect(state(page, 'live')).toBeVisible()
  const [changed, ended] = [await claimBooking(), await claimBooking()]
  await change(changed.id, changed.fleet, { status: 10, name: 'Before The Cut' })
  await change(ended.id, ended.fleet, { status: 10, name: 'Soon Cut Off' })
  await expect(page.getByText('Before The Cut')).toBeVisible()
  await expect(page.getByText('Soon Cut Off')).toBeVisible()

  wire.cut()
  await change(changed.id, changed.fleet, { status: 20, name: 'During The Cut' })
  await change(ended.id, ended.fleet, { status: -40, name: 'Soon Cut Off' })
  await expect(state(page, 'reconnecting')).toBeVisible({ timeout: 75_000 })
  await expect(page.getByText('Before The Cut')).toBeVisible()

  wire.mend()
  await expect(state(page, 'live')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('During The Cut')).toBeVisible()
  await expect(page.getByText('Before The Cut')).toHaveCount(0)
  await expect(page.getByText('Soon Cut Off')).toHaveCount(0)
  await change(changed.id, changed.fleet, { status: 20, name: 'After The Cut' })
  await expect(page.getByText('After The Cut')).toBeVisible()
  wire.close()
})

test('a booking opened before its desk is connected shows what happened until then', async ({ page }) => {
  const { id, fleet } = await claimBooking({ fleet: 29 })
  const mayListen = Promise.withResolvers<void>()
  await page.routeWebSocket(/\/live/, async (socket) => {
    await mayListen.promise
    socket.connectToServer()
  })
  await signInAt(page, 'operator', id)
  await expect(page.getByText('Fleet and taxi')).toBeVisible()
  await change(id, fleet, { status: 20, name: 'Before It Listened' })
  mayListen.resolve()
  await expect(state(page, 'live')).toBeVisible()
  await expect(page.getByText('Before It Listened')).toBeVisible()
})

test.describe('while the server cannot load a change', () => {
  test.use({ toLog: /could not be loaded|status of 503/ })

  test('a booking stays on the desk, marked as outdated, and is right soon after', async ({ page }) => {
    await signIn(page, 'operator', 'demo', '/dashboard?passengerName=Outage')
    await expect(state(page, 'live')).toBeVisible()
    const { id, fleet } = await claimBooking()
    await change(id, fleet, { status: 10, name: 'Before The Outage' })
    const row = rowOf(page, id)
    await expect(row).toContainText('Before The Outage')

    const body = JSON.stringify({ meta: { code: 503, errorMessage: 'The database is away' } })
    const away = /\/api\/services\/demo\/(\d+$|alive\/fleet)/
    await page.route(away, (route) => route.fulfill({ status: 503, contentType: 'application/json', body }))
    await change(id, fleet, { status: 20, name: 'After The Outage' })
    await expect(state(page, 'may be outdated')).toBeVisible()
    await expect(row).toContainText('may be outdated')
    await expect(row).toContainText('Before The Outage')

    await page.unroute(away)
    await expect(row).toContainText('After The Outage', { timeout: 15_000 })
    await expect(state(page, 'live')).toBeVisible({ timeout: 15_000 })
  })
})

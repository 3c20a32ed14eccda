import { dispatchStatus } from '@parada/domain/codes'
import type { Page } from '@playwright/test'
import { claimBooking } from '../claims.ts'
import { expect, expectAccessible, press, test } from '../desk.ts'
import { withDatabase } from '../installation.ts'
import { expectToast } from '../toasts.ts'

/** A held booking whose passenger can receive SMS. */
const lockedBooking = async () => {
  const { id } = await claimBooking({ hasMobile: true })
  await withDatabase(({ inTenant }) =>
    inTenant(1, (tx) =>
      tx.updateTable('booking').set({ status_dispatch: dispatchStatus.locked }).where('id', '=', id).execute(),
    ),
  )
  return id
}

/** Deliveries about a booking, sent or still to be sent. */
const leaving = (id: number) =>
  withDatabase(({ inTenant }) =>
    inTenant(1, (tx) => tx.selectFrom('delivery').select('id').where('id_booking', '=', id).execute()),
  )

const timeline = (page: Page) => page.getByRole('region', { name: 'Timeline' })
const undoButton = (page: Page) => page.getByRole('button', { name: 'Undo' })

const dialog = (page: Page) => page.getByRole('dialog')

test('cancelling, dispatching and an SMS are undone within five seconds, and the booking is as before at every desk', async ({
  openDesk,
}) => {
  test.slow()
  const id = await lockedBooking()
  const path = `/services/${id}`
  const one = await openDesk('operator', { path })
  const other = await openDesk('operator', { path })
  for (const page of [one, other]) await expect(page.getByRole('heading', { level: 1, name: String(id) })).toBeVisible()
  const told = (await leaving(id)).length

  await press(one, 'x', dialog(one))
  await dialog(one).getByLabel('Reason').selectOption('client_cancelled')
  await press(one, 'Control+Enter', () => expectToast(one, 'Service canceled'))
  await press(one, 'Control+z', () => expectToast(one, /^Undone$/m))
  for (const page of [one, other]) {
    await expect(timeline(page).getByText('· Cancelled')).toBeVisible()
    await expect(timeline(page).getByText('Last action undone')).toHaveCount(1)
    await expect(page.locator('h1 + *')).toHaveText('On hold')
  }

  await press(one, 'd', dialog(one).getByText('Chosen:', { exact: false }))
  await press(one, 'Control+Enter', () => expectToast(one, 'Booking dispatch'))
  await undoButton(one).click()
  for (const page of [one, other]) {
    await expect(timeline(page).getByText('Last action undone')).toHaveCount(2)
    await expect(page.locator('h1 + *')).toHaveText('On hold')
  }

  await press(one, 's', dialog(one))
  await dialog(one).getByLabel('Message').fill('Your taxi is waiting')
  await press(one, 'Control+Enter', undoButton(one))
  await press(one, 'Control+z', () => expect(undoButton(one)).toHaveCount(0))
  await expect.poll(async () => (await leaving(id)).length).toBe(told)

  await press(one, 's', dialog(one))
  await dialog(one).getByLabel('Message').fill('Your taxi is waiting')
  await press(one, 'Control+Enter', undoButton(one))
  await expectAccessible(one)
  await expect(undoButton(one)).toHaveCount(0)
  expect(await leaving(id)).toHaveLength(told + 1)
})

import type { Page } from '@playwright/test'
import { expect, expectAccessible, press, rowOf, signIn, test } from '../desk.ts'
import { expectToast } from '../toasts.ts'

const sol = { addressField: 'Puerta del Sol, Madrid', lat: 40.4169, lon: -3.7035 }
const atocha = { addressField: 'Estación de Atocha, Madrid', lat: 40.4066, lon: -3.6906 }
const minute = 60_000

/** A booking with a promised arrival and no taxi. It is held, so that none comes. */
const promisedBooking = async (page: Page, { passengerName = 'Lucía Promesa', minutes = 2 } = {}) => {
  const token = JSON.parse((await page.evaluate(() => sessionStorage.getItem('token'))) ?? '""') as string
  const post = async (action: string, body: object) => {
    const answer = await page.request.post(`http://localhost:${process.env.E2E_PORT}/api/services/demo/${action}`, {
      headers: { token },
      data: body,
    })
    expect(answer.status()).toBe(200)
    return ((await answer.json()) as { response: { booking: { id: number } } }).response.booking
  }
  const now = Date.now()
  const ride = { origin: sol, destination: atocha, asap: true, timeBookingStart: now, paymentMethod: 11 }
  const { id } = await post('create', { booking: { ...ride, status: 5, entryChannel: 20 } })
  const caller = { passengerName, phoneNumberPassenger: '699 555 010' }
  await post('confirm', {
    booking: { ...ride, ...caller, id, idFleet: 29, promisedArrival: now + minutes * minute },
    isBlocked: true,
  })
  return id
}

test('a promise at risk is shown on the booking, and one key informs the caller', async ({ page }) => {
  test.slow()
  await signIn(page, 'operator')
  const id = await promisedBooking(page)
  await page.goto(`/services/${id}`)
  const notice = page.getByRole('region', { name: 'Promise at risk' })
  await expect(notice.getByRole('status')).toContainText('No taxi yet')
  await expect(page.getByRole('region', { name: 'Promised to caller' })).toContainText('No taxi yet ! late')
  await expect(notice.getByRole('link', { name: /Call back/ })).toHaveAttribute('href', 'tel:699555010')
  await expectAccessible(page)

  // Nothing else is checked before the undo, because its five seconds are short on a busy machine.
  await press(page, 'l', () => expectToast(page, `${id}: SMS sent`))
  await press(page, 'Control+z', () => expectToast(page, /^Undone$/m))
  await expect(notice).toBeVisible()

  await notice.getByRole('button', { name: 'Another time or text…' }).click()
  await page.getByLabel('By SMS').check()
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue(/su taxi llegará sobre las \d\d:\d\d/)
  await expectAccessible(page)
  await press(page, 'Escape', page.getByText('Unsaved changes.', { exact: false }))
  await press(page, 'Escape', () => expect(page.getByRole('dialog')).toHaveCount(0))

  await press(page, 'o', () => expect(notice).toBeHidden())
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('Caller informed')
  await expect(page.getByRole('region', { name: 'Promised to caller' })).not.toContainText('late')
})

test('on the desk a booking whose promise is at risk comes before those that keep theirs, and one key sends the prepared SMS', async ({
  page,
}) => {
  await signIn(page, 'operator')
  const passengerName = 'Nuria Puntual'
  const kept = await promisedBooking(page, { passengerName, minutes: 240 })
  const id = await promisedBooking(page, { passengerName })
  await page.goto('/dashboard?passengerName=Puntual')
  const row = rowOf(page, id)
  await expect(row).toHaveAttribute('data-tone', 'warning')
  await expect(row).toHaveAttribute('data-index', '0')
  await expect(rowOf(page, kept)).toHaveAttribute('data-index', '1')
  await expect(rowOf(page, kept)).not.toHaveAttribute('data-tone', /bad|warning/)

  await row.focus()
  await press(page, 's', () => expectToast(page, `${id}: SMS sent`))
  await press(page, 'Control+z', () => expectToast(page, /^Undone$/m))
  await expect(row).toHaveAttribute('data-tone', 'warning')
  await press(page, 's', () => expect(row).not.toHaveAttribute('data-tone', 'warning'))
})

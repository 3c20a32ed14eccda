import { randomInt } from 'node:crypto'
import { expect, expectLive, signIn, test } from '../desk.ts'
import { expectSoon } from '../figures.ts'
import { bookingsOf, returningCaller, ring } from '../telephone.ts'
import { expectToast } from '../toasts.ts'
import { typist } from '../typist.ts'

const addressOf = (place: unknown) => (place as { addressField: string } | null)?.addressField

test.use({ withMap: true })
// Typing at a human pace takes time.
test.setTimeout(120_000)

test('a returning caller repeats the last ride in at most six keystrokes from the toast (P-102)', async ({ page }) => {
  const { phone } = await returningCaller()
  const before = (await bookingsOf(phone)).length
  await signIn(page, 'operator')
  await expectLive(page)
  await ring(phone)
  await expect(page.getByText(phone)).toBeVisible()
  const hands = typist(page)
  await hands.pressFor('F2', 'phoneNumber')
  await hands.pressFor('Alt+r', 'idFleet')
  await hands.pressUntil('Control+Enter', () => expectToast(page, 'Booking created'))
  const { keys, estimate, waitedMs } = hands.told('Repeated ride')
  expect(keys).toBeLessThanOrEqual(6)
  expect(estimate).toBeLessThan(13)
  await expectSoon(page, waitedMs)

  const after = await bookingsOf(phone)
  expect(after).toHaveLength(before + 1)
  const [made, last] = after
  expect(made).toMatchObject({ status: 10, asap: true, entry_channel: 20, phone_number_dialed: '910000001' })
  expect(addressOf(made?.destination)).toBe(addressOf(last?.destination))
})

test('a usual pickup with a new destination takes at most twelve keystrokes besides its letters', async ({ page }) => {
  const { phone } = await returningCaller()
  await signIn(page, 'operator')
  await expectLive(page)
  await ring(phone)
  await expect(page.getByText(phone)).toBeVisible()
  const hands = typist(page)
  await hands.pressFor('F2', 'phoneNumber')
  await hands.pressFor('Enter', 'origin')
  // Nobody accepts a suggestion unseen.
  await expect(page.getByRole('listbox', { name: 'Pickup' }).getByRole('option').first()).toBeVisible()
  await hands.pressFor('Enter', 'destination')
  await hands.type('aeropuerto')
  await hands.pressFor('Enter', 'when')
  await hands.pressFor('Enter', 'idFleet')
  await hands.pressUntil('Control+Enter', () => expectToast(page, 'Booking created'))
  const { keys, waitedMs } = hands.told('Usual origin, new destination')
  expect(keys).toBeLessThanOrEqual(12)
  await expectSoon(page, waitedMs)
})

test('an unknown caller with two new addresses is booked and saved in an estimated time below 39 s', async ({
  page,
}) => {
  const phone = `6119${randomInt(10_000, 100_000)}`
  await signIn(page, 'operator')
  await expectLive(page)
  await ring(phone)
  await expect(page.getByText(phone)).toBeVisible()
  const hands = typist(page)
  await hands.pressFor('F2', 'phoneNumber')
  await hands.pressFor('Enter', 'origin')
  await hands.type('puerta del sol')
  await hands.pressFor('Enter', 'destination')
  await hands.type('atocha')
  await hands.pressFor('Enter', 'when')
  await hands.pressFor('Enter', 'passengerName')
  await hands.type('Berta Inventada')
  await hands.pressUntil('Control+Enter', () => expectToast(page, 'Booking created'))
  const { estimate, waitedMs } = hands.told('New caller, two new addresses')
  expect(estimate).toBeLessThan(39)
  await expectSoon(page, waitedMs)
  const [made] = await bookingsOf(phone)
  expect(made).toMatchObject({ status: 10, passenger_name: 'Berta Inventada' })
  expect(made?.id_caller).not.toBeNull()
})

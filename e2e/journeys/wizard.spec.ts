import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectLive, press, signIn, test, toPhone, type, typeInto } from '../desk.ts'
import { withDatabase } from '../installation.ts'
import { bookingsOf, returningCaller, ring } from '../telephone.ts'
import { expectToast } from '../toasts.ts'
import { expectStep, field, sendBooking } from '../wizard.ts'

test.setTimeout(90_000)

/** Expects a step to fit into the window, at the size that most desks have. */
const expectNoScroll = async (page: Page) => {
  const beyond = await page.evaluate(() => {
    const outside = [...document.querySelectorAll<HTMLElement>('section[data-open="true"] [data-field], [data-action]')]
      .filter((one) => one.offsetParent !== null)
      .filter((one) => one.getBoundingClientRect().bottom > window.innerHeight + 1)
    const { scrollHeight, clientHeight } = document.querySelector('main') as HTMLElement
    return [
      ...outside.map((one) => one.dataset.field ?? one.dataset.action),
      ...(scrollHeight > clientHeight ? ['main'] : []),
    ]
  })
  expect(beyond).toEqual([])
}

test('a caller’s ride is booked with the keyboard alone, and every step fits the window and has no violation', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1366, height: 768 })
  const { phone, firstName } = await returningCaller()
  await signIn(page, 'operator', 'demo', `/new-booking/caller/${phone}`)
  await expect(page.getByText(firstName).first()).toBeVisible()
  await expect(page.getByRole('listbox', { name: 'Last rides' }).getByRole('option').first()).toBeVisible()
  await expectNoScroll(page)
  await expectAccessible(page)
  const help = page.getByRole('dialog', { name: 'Shortcuts' })
  await press(page, '?', help)
  await press(page, 'Escape', () => expect(help).toHaveCount(0))

  await press(page, 'Enter', () => expectStep(page, 2))
  await expect(page.getByRole('listbox', { name: 'Pickup' }).getByRole('option').first()).toBeVisible()
  const destination = field(page, 'destination').locator('input')
  await press(page, 'Enter', () => expect(destination).toBeFocused())
  await typeInto(destination, 'atocha')
  await press(page, 'Enter', () => expect(field(page, 'when')).toBeFocused())
  await type(page, 'tomorrow 7:15', page.getByText(/ 07:15$/))
  await expect(page.getByTestId('length')).toBeVisible()
  await expectNoScroll(page)
  await expectAccessible(page)

  await press(page, 'Enter', () => expectStep(page, 3))
  await expect(field(page, 'idFleet').locator('[aria-selected="true"]')).toBeVisible()
  await expectNoScroll(page)
  await expectAccessible(page)
  await press(page, 'Alt+p', page.getByRole('dialog'))
  await expectAccessible(page)
  await press(page, 'Escape', () => expect(page.getByRole('dialog')).toBeHidden())
  await press(page, 'Control+Enter', () => expectToast(page, 'Booking created'))
  await expect(page).toHaveURL(/\/dashboard(\?page=\d+)?$/)
  const [made] = await bookingsOf(phone)
  expect(made).toMatchObject({ status: 10, asap: false })
  await expect(page.locator('tbody').getByRole('row', { name: new RegExp(String(made?.id)) })).toBeVisible()
})

test('a draft survives a reload, and a call opens a second draft beside the first', async ({ page }) => {
  const { phone } = await returningCaller()
  await signIn(page, 'operator', 'demo', '/new-booking/caller/611000001')
  await expect(field(page, 'phoneNumber')).toBeFocused()
  await press(page, 'Enter', () => expectStep(page, 2))
  await field(page, 'notes').fill('Two suitcases')
  await page.reload()
  await expectStep(page, 2)
  await expect(field(page, 'notes')).toHaveValue('Two suitcases')

  await expectLive(page)
  await ring(phone)
  await expect(page.getByText('Incoming call from:')).toBeVisible()
  await press(page, 'F2', () => expect(field(page, 'phoneNumber')).toHaveValue(phone))
  const tabs = page.getByRole('navigation', { name: 'Drafts' })
  await expect(tabs.getByRole('button', { name: /^Draft \d/ })).toHaveCount(2)
  await press(page, 'Alt+m', () => expectStep(page, 2))
  await expect(field(page, 'notes')).toHaveValue('Two suitcases')
})

test.describe('a connection that drops', () => {
  test.use({ toLog: /net::ERR_|WebSocket connection to/ })

  test('in the middle of a booking keeps the draft, says so, and books only once', async ({ page }) => {
    const { phone } = await returningCaller()
    const before = (await bookingsOf(phone)).length
    await signIn(page, 'operator', 'demo', `/new-booking/caller/${phone}`)
    await expect(page.getByRole('listbox', { name: 'Last rides' }).getByRole('option').first()).toBeVisible()
    let lost = 0
    // The server handles the first four requests, but their responses are lost.
    await page.route(/\/api\/services\/demo\/(create|confirm)$/, async (route) => {
      if (lost >= 4) return route.continue()
      lost += 1
      await route.fetch({ url: route.request().url().replace('demo.localhost', 'localhost') })
      await route.abort('connectionreset')
    })
    // The message is shown only until a request gets through.
    await Promise.all([
      expect(page.getByText(/^You're offline\. The booking is saved here/)).toBeVisible(),
      press(page, 'Alt+r', () => expectStep(page, 3)),
    ])
    await expect(field(page, 'idFleet').locator('[aria-selected="true"]')).toBeVisible()
    await press(page, 'Control+Enter', () => expectToast(page, 'Booking created', { timeout: 30_000 }))
    expect(lost).toBe(4)
    const after = await bookingsOf(phone)
    expect(after).toHaveLength(before + 1)
    const confirmed = await withDatabase(({ inTenant }) =>
      inTenant(1, (tx) =>
        tx
          .selectFrom('booking_journal')
          .select('id')
          .where('id_booking', '=', after[0]?.id ?? 0)
          .where('action', '=', 'confirm')
          .execute(),
      ),
    )
    expect(confirmed).toHaveLength(1)
  })
})

test('an authorization books under its account, with the project that the account requires', async ({ page }) => {
  const { code, number } = await withDatabase(({ inTenant }) =>
    inTenant(1, (tx) =>
      tx
        .selectFrom('customer_authorization')
        .select(['subscriber_code as code', 'user_number as number'])
        .where('subscriber_code', '=', '6105')
        .where('status', '=', 1)
        .where('expiration_date', 'is', null)
        .where((eb) => eb.or([eb('valid_from_date', 'is', null), eb('valid_from_date', '<', new Date())]))
        .where('available_times_left', 'is', null)
        .orderBy('id')
        .limit(1)
        .executeTakeFirstOrThrow(),
    ),
  )
  await signIn(page, 'operator', 'demo', `/new-booking/authorization/${code}/${number}`)
  await expect(page.getByText('Valid for booking')).toBeVisible()
  await press(page, 'Control+Enter', () => expectStep(page, 2))
  await field(page, 'origin').locator('input').fill('puerta del sol')
  await press(page, 'Enter', () => expect(field(page, 'destination').locator('input')).toBeFocused())
  await press(page, 'Control+Enter', () => expectStep(page, 3))
  await expect(field(page, 'idFleet').locator('[aria-selected="true"]')).toBeVisible()
  await press(page, 'Control+Enter', page.getByText('Fill in this field').first())
  const project = field(page, 'break1').locator('input').first()
  await typeInto(project, 'estudio')
  await expect(page.getByRole('option', { name: /P-\d+ · / }).first()).toBeVisible()
  await press(page, 'ArrowDown', () => expect(project).toHaveAttribute('aria-activedescendant', /.+/))
  await press(page, 'Enter', () => expect(project).toHaveValue(/^P-\d+ · /))
  await expectAccessible(page)
  await sendBooking(page)
})

for (const [colorScheme, language] of [
  ['light', 'Español'],
  ['dark', 'English'],
] as const)
  test(`on a phone one step stands at a time, in ${language} and ${colorScheme} colours`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    await signIn(page, 'operator', 'demo', '/new-booking/caller/611000009')
    await page.getByRole('button', { name: language }).click()
    await toPhone(page)
    await expect(field(page, 'phoneNumber')).toBeVisible()
    await expectAccessible(page)
    await field(page, 'phoneNumber').focus()
    await press(page, 'Enter', () => expectStep(page, 2))
    await expect(field(page, 'phoneNumber')).toHaveCount(0)
    const beyond = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('section [data-field], header h1')]
        .filter((one) => one.getBoundingClientRect().right > window.innerWidth)
        .map((one) => one.dataset.field),
    )
    expect(beyond).toEqual([])
    await expectAccessible(page)
  })

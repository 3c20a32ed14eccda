import type { Page } from '@playwright/test'
import { expect, expectAccessible, press, signIn, test } from '../desk.ts'
import { expectToast } from '../toasts.ts'
import { expectStep, field, sendBooking } from '../wizard.ts'

test.setTimeout(90_000)

const rows = (page: Page) => page.locator('section[aria-busy="false"] tbody tr[data-index]')
const dialog = (page: Page) => page.getByRole('dialog').last()

/** Every run of the journey creates another person. */
const userNumber = `J${Date.now()}`

/** Books a taxi for the person that the wizard has found. */
const book = async (page: Page) => {
  await expect(page.getByText('Valid for booking')).toBeVisible()
  await press(page, 'Control+Enter', () => expectStep(page, 2))
  await field(page, 'origin').locator('input').fill('puerta del sol')
  await press(page, 'Enter', () => expect(field(page, 'destination').locator('input')).toBeFocused())
  await press(page, 'Control+Enter', () => expectStep(page, 3))
  await expect(field(page, 'idFleet').locator('[aria-selected="true"]')).toBeVisible()
  await sendBooking(page)
}

test('a person is created, activated and booked for, and deactivating them warns of their live booking (B-122, B-124, B-129)', async ({
  page,
}) => {
  await signIn(page, 'operator', 'demo', '/authorizations/all')
  await expect(rows(page)).toHaveCount(10)
  await expectAccessible(page)

  await press(page, 'n', () => expect(page).toHaveURL(/\/authorizations\/new$/))
  await page.getByLabel('Account').selectOption('103')
  await page.getByLabel('Subscriber code').fill('6103')
  await page.getByLabel('User number').fill(userNumber)
  await page.getByLabel('First name').fill('Olga')
  await page.getByLabel('Apellidos').fill('Inventada')
  await page.getByLabel('Mobile number').fill('+34 600 777 001')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create and open' }).click()
  await expectToast(page, /^New Authorization created \(#\d+\)$/)
  await expect(page).toHaveURL(/\/authorizations\/all\/\d+$/)

  await expect(dialog(page).getByText('Pending', { exact: true })).toBeVisible()
  await expect(dialog(page).getByRole('link', { name: 'Book for this person' })).toHaveCount(0)
  await expectAccessible(page)
  const address = page.url()
  await dialog(page).getByRole('button', { name: 'Activate', exact: true }).click()
  await dialog(page)
    .getByRole('button', { name: /^Activate/ })
    .click()
  await expect(dialog(page).getByLabel('Email')).toBeVisible()
  await expectAccessible(page)
  await dialog(page).getByLabel('Email').fill('olga@demo.example')
  await dialog(page).getByRole('button', { name: /^Send/ }).click()
  await expectToast(page, 'Email successfully sent to olga@demo.example')
  await expect(page.getByText('Email successfully sent to olga@demo.example')).toBeHidden()
  await expect(dialog(page).getByText('Active', { exact: true })).toBeVisible()

  await dialog(page).getByLabel('Comments for the driver').fill('Espera en recepción')
  await dialog(page).getByRole('button', { name: /^Save/ }).click()
  await expect(dialog(page).getByText('Comments for the driver: — → Espera en recepción')).toBeVisible()

  await dialog(page).getByRole('link', { name: 'Book for this person' }).click()
  await expect(page).toHaveURL(new RegExp(`/new-booking/authorization/6103/${userNumber}$`))
  await book(page)

  await page.goto(address)
  await dialog(page).getByRole('button', { name: 'Deactivate' }).click()
  await expect(dialog(page).getByText('There is 1 live booking under this authorization.')).toBeVisible()
  await expect(dialog(page).getByRole('link', { name: /^\d+$/ })).toHaveCount(1)
  await expectAccessible(page)
  await dialog(page)
    .getByRole('button', { name: /^Deactivate/ })
    .click()
  await expect(dialog(page).getByText('Inactive', { exact: true })).toBeVisible()
  await expect(dialog(page).getByRole('link', { name: 'Book for this person' })).toHaveCount(0)
})

test('two people change one authorization: different fields are merged, and for the same field one value is chosen', async ({
  page,
  openDesk,
}) => {
  const other = await openDesk('everything', { path: '/authorizations/all/10120' })
  await signIn(page, 'operator', 'demo', '/authorizations/all/10120')
  for (const desk of [page, other]) await expect(dialog(desk).getByLabel('Authorization alias')).toBeVisible()
  const save = (desk: Page) => dialog(desk).getByRole('button', { name: /^Save/ }).click()
  await dialog(other).getByLabel('Authorization alias').fill('Theirs')
  await save(other)
  await expectToast(other, 'Authorization updated')
  await dialog(page).getByLabel('Comments for the operator').fill('Mine')
  await save(page)
  await expectToast(page, 'Authorization updated')
  await expect(dialog(page).getByLabel('Authorization alias')).toHaveValue('Theirs')

  await dialog(other).getByLabel('Authorization alias').fill('Theirs again')
  await dialog(page).getByLabel('Authorization alias').fill('Mine again')
  await save(page)
  await expect(dialog(page).getByText('Authorization alias: Theirs → Mine again')).toBeVisible()
  await save(other)
  await dialog(other).getByRole('button', { name: 'Mine: Theirs again' }).click()
  await expectAccessible(other)
  await save(other)
  await expect(dialog(other).getByText('Authorization alias: Mine again → Theirs again')).toBeVisible()
})

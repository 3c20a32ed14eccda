import { randomUUID } from 'node:crypto'
import { lockWallet, moveMoney } from '@parada/db/queries/wallet'
import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { claimBooking } from '../claims.ts'
import { expect, openBooking, press, signIn, test } from '../desk.ts'
import { idOf, inDemo, rows } from '../keys.ts'
import { expectToast } from '../toasts.ts'

test.slow()
// All tests share one booking, because few are waiting.
test.describe.configure({ mode: 'serial' })
test.beforeEach(async ({ page }) => {
  await signIn(page, 'everything')
})

let claimed: number | undefined
/** A booking of the largest fleet, which has a neighbour. */
const claimOne = async () => {
  claimed ??= (await claimBooking({ fleet: 29 })).id
  return claimed
}

/** Expects this content in the modal, and closes it again. */
const see = async (page: Page, title: string | RegExp, content: string | RegExp) => {
  const dialog = page.getByRole('dialog', { name: title })
  await expect(dialog.getByLabel(content).or(dialog.getByText(content)).first()).toBeVisible()
  await press(page, 'Escape', () => expect(dialog).toHaveCount(0))
}

/** Sets these columns of a booking and opens its page. */
const openAs = async (page: Page, id: number, columns: string) => {
  await inDemo((tx) => sql.raw(`update booking set ${columns} where id = ${id}`).execute(tx))
  await openBooking(page, id)
}

/** The likely actions of a waiting or driven booking have buttons; the others are in the menu beside them. */
const onButtons = ['Cancel booking', 'Dispatch', 'Edit', 'Finish ride']

const open = async (page: Page, action: string) => {
  if (onButtons.includes(action)) return page.getByRole('button', { name: new RegExp(`^${action}( \\w)?$`) }).click()
  await page.getByRole('button', { name: 'More actions' }).click()
  return page.getByRole('menuitem', { name: new RegExp(`^${action}`) }).click()
}

const seeAction = async (page: Page, action: string, title: string, content: string | RegExp) => {
  await open(page, action)
  await see(page, title, content)
}

/** This modal is offered once the fleet can no longer change the ride. */
const seeReplacing = async (page: Page, id: number) => {
  await open(page, 'Change route or time')
  const form = page.getByRole('dialog', { name: `Route and time of booking ${id}` })
  await form.getByRole('switch').click()
  await form.getByRole('button', { name: 'Save' }).click()
  await see(page, `Cancel and create booking ${id}`, 'This cancels the booking and creates a new one')
}

const seeRow = async (page: Page, path: string, title: RegExp, content: string) => {
  await page.goto(path)
  await rows(page).first().click()
  await see(page, title, content)
}

/** Adds so many payments that the page does not show all at first; without them it depends on the day of the demo. */
const payIn = (idUser: number, times: number) =>
  inDemo(async (tx) => {
    await lockWallet(tx, 1, idUser)
    const transfer = { idUser, kind: 'payment', cents: 1_000, concept: 'Recarga con tarjeta' } as const
    for (let nth = 0; nth < times; nth++) await moveMoney(tx, 1, { ...transfer, key: randomUUID() }, new Date())
  })

const waits = `status = 10, status_dispatch = null, phone_number_passenger = '611222333', time_booking_start = now() + interval '3 hours', email_passenger = 'ana@demo.example',
  id_payment_account = (select id_payment_account from booking_break_config where label = 'Motivo'),
  fleets_filtered = (select fleets_filtered from booking where fleets_filtered like '29,%' order by id desc limit 1)`

test('every modal of a booking opens: cancel, dispatch, edit, finish, rating, account fields, detail, SMS, next fleet, repeat, cancel and create (P-080)', async ({
  page,
}) => {
  const id = await claimOne()

  await openAs(page, id, waits)
  await seeAction(page, 'Cancel booking', `Cancel booking ${id}`, 'Reason')
  await seeAction(page, 'Dispatch', `Dispatch booking ${id}`, /^Chosen:/)
  await seeAction(page, 'Edit', `Edit booking ${id}`, 'Flight')
  await seeAction(page, 'Account fields', `Account fields: booking ${id}`, 'Motivo')
  await seeAction(page, 'Send SMS to passenger', `SMS about booking ${id}`, 'Message')
  await seeAction(page, 'Repeat on other dates', `Repeat booking ${id}`, /date/i)
  await seeAction(page, 'Hand to next fleet', `Hand booking ${id} to the next fleet`, /^Chosen:/)

  await openAs(page, id, 'status = 20, status_dispatch = 2000')
  await seeAction(page, 'Finish ride', `Finish booking ${id}`, /price/i)
  await seeReplacing(page, id)

  await openAs(page, id, 'status = 30')
  await seeAction(page, 'Rating', `Rating of booking ${id}`, /rating/i)

  await seeRow(page, '/services/servicehistorical/cc', /^Historic service \d+/, 'Supplier price')
})

test('every modal of lists and records opens: booking, columns, dates, wallet, ticket, shared vehicle, fleets, notification, dispatch info, account and fleet fields (L-224)', async ({
  page,
}) => {
  await seeRow(page, '/services/servicehistorical/cc', /^Historic service \d+/, 'Supplier price')
  await page.getByRole('button', { name: 'Columns' }).click()
  await see(page, 'Columns', 'Fleet')
  await page.getByRole('button', { name: /– .*▾$/ }).click()
  await see(page, 'Date range', /from/i)
  await seeRow(page, '/transport/ticketstoinvoice?range=lastMonth', /^Ticket /, 'Supplier')
  await seeRow(page, '/mobility/mobilityafterlife?range=lastMonth', /^Shared vehicle \d+/, 'Vehicle')
  await seeRow(page, '/notifications', /^Notification \d+/, 'Valid until')
  const holder = await idOf('select id_user as id from wallet_movement group by 1 order by count(*) desc, 1 limit 1')
  await payIn(holder, 6)
  await page.goto(`/users/userDetail/${holder}`)
  await page.getByRole('button', { name: 'All movements' }).click()
  await see(page, 'Wallet movements', /balance/)

  const id = await claimOne()
  await openAs(page, id, waits)
  await seeAction(page, 'Change route or time', `Route and time of booking ${id}`, 'Pickup')
  await seeAction(page, 'Account fields', `Account fields: booking ${id}`, 'Motivo')
  await seeAction(page, 'Fleet fields', `Fleet fields: booking ${id}`, /^Fleet field 1$/)
  await seeAction(page, 'Add fleet', `Add a fleet to booking ${id}`, /fleet/i)
  await seeAction(page, 'Dispatch', `Dispatch booking ${id}`, /^Chosen:/)
})

test('every modal of hand-over, e-mail, confirmation, change request, rating, account forms, prices, cancel and create opens (L-225)', async ({
  page,
}) => {
  const id = await claimOne()
  await openAs(page, id, waits)
  await seeAction(page, 'Hand to next fleet', `Hand booking ${id} to the next fleet`, /^Chosen:/)
  await seeAction(page, 'Resend email', `Resend email of booking ${id}`, /email/i)
  await seeAction(page, 'Confirm service', `Confirm booking ${id}`, 'Taxi number')
  await seeAction(page, 'Account forms', `Account forms: booking ${id}`, /filter forms/)
  await seeAction(page, 'Price details', `Prices of booking ${id}`, /price/i)
  await openAs(page, id, 'status = 20, status_dispatch = 2000')
  await seeReplacing(page, id)
  await openAs(page, id, 'status = 30')
  await seeAction(page, 'Rating', `Rating of booking ${id}`, /rating/i)

  await page.goto('/services/servicetoinvoice/cc?range=lastMonth&statusInvoicing=1')
  await rows(page).first().focus()
  await press(page, 'm', page.getByRole('dialog'))
  await see(page, /^Request a change of service \d+/, 'Wrong Price')
  const authorization = await idOf('select id from customer_authorization where status = 1 order by id limit 1')
  await page.goto(`/authorizations/all/${authorization}`)
  await page.getByRole('button', { name: 'Resend email' }).click()
  await see(page, new RegExp(`mail of authorization ${authorization}`), /number/)
})

test('results are announced in the documents’ words: breaks, reference, cancellation, rating, receipt, password (L-268)', async ({
  page,
}) => {
  const id = await claimOne()
  await openAs(page, id, waits)
  const dialog = page.getByRole('dialog')
  await open(page, 'Account fields')
  await dialog.getByLabel('Motivo').fill('Feria')
  await press(page, 'Control+Enter', () => expectToast(page, 'Booking Break updated'))
  await open(page, 'Edit')
  await dialog.getByLabel('Reference').fill(`R-${id}`)
  await press(page, 'Control+Enter', () => expectToast(page, 'Booking Reference updated'))
  await open(page, 'Cancel booking')
  await dialog.getByLabel('Reason').selectOption('client_cancelled')
  await press(page, 'Control+Enter', () => expectToast(page, 'Service canceled'))

  const rated = await idOf(`select r.id_booking as id from rating r join booking b on b.id = r.id_booking
    where b.status = 30 and b.id_fleet = 29 order by r.id desc limit 1`)
  await page.goto(`/services/${rated}`)
  await open(page, 'Rating')
  await dialog.getByRole('radio', { checked: false }).first().click()
  await press(page, 'Control+Enter', () => expectToast(page, 'Rating updated'))

  await page.goto('/services/servicetoinvoice/cc?range=lastMonth')
  const service = Number.parseInt(await rows(page).first().locator('th').innerText(), 10)
  await inDemo((tx) =>
    sql.raw(`update booking set email_passenger = 'ana@demo.example' where id = ${service}`).execute(tx),
  )
  await rows(page).first().focus()
  await press(page, 's', () => expectToast(page, 'Sending receipt'))
  await expectToast(page, 'Receipt Sent')

  await page.goto('/pages/forgot')
  await page.getByRole('textbox', { name: 'Email' }).fill('nobody.at.all@demo.example')
  await press(page, 'Enter', page.getByText('Password sent successfully'))
})

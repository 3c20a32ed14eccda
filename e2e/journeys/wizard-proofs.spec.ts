import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, press, signIn, test, typeInto } from '../desk.ts'
import { withDatabase } from '../installation.ts'
import { bookingsOf, returningCaller } from '../telephone.ts'
import { expectToast } from '../toasts.ts'
import { expectStep, field } from '../wizard.ts'

// What the requirements say about the wizard, checked on the screen and against the server itself.
test.setTimeout(90_000)
const box = (page: Page, name: string) => field(page, name).locator('input').first()
const chosenFleet = (page: Page) => field(page, 'idFleet').locator('[aria-selected="true"]')
const newPhone = () => `6118${randomInt(10_000, 100_000)}`

const keptDraft = (page: Page) =>
  page.evaluate(() => JSON.parse(sessionStorage.getItem('parada.drafts') ?? '{}').open.at(-1).draft)

/** Types a place, accepts the suggestion and goes on to the next field. */
const choosePlace = async (page: Page, name: string, text: string, next: string) => {
  await typeInto(box(page, name), text)
  const focused = page.locator(`[data-field="${next}"] input:focus, input[data-field="${next}"]:focus`)
  await press(page, 'Enter', () => expect(focused).toHaveCount(1))
}

test('step 2 collects origin, destination, time and features, and going back clears the booking made from them (B-004, B-006)', async ({
  page,
}) => {
  const phone = newPhone()
  await signIn(page, 'operator', 'demo', `/new-booking/caller/${phone}`)
  await expect(field(page, 'phoneNumber')).toBeFocused()
  await press(page, 'Enter', () => expect(box(page, 'origin')).toBeFocused())
  await choosePlace(page, 'origin', 'puerta del sol', 'destination')
  await choosePlace(page, 'destination', 'atocha', 'when')
  await typeInto(field(page, 'when'), 'tomorrow 7:15')
  await box(page, 'taxiFeatures').click()
  await page.getByRole('option').first().click()
  await field(page, 'notes').focus()
  await press(page, 'Control+Enter', () => expectStep(page, 3))
  await expect(chosenFleet(page)).toBeVisible()
  await expect.poll(async () => (await keptDraft(page)).saved?.id).toBeGreaterThan(0)
  const { saved } = await keptDraft(page)
  await press(page, 'Escape', () => expectStep(page, 2))
  const wiped = { saved: null, toCreate: null, idNewCaller: null, idFleet: null, start: null, customer: null }
  expect(await keptDraft(page)).toMatchObject({ ...wiped, isSent: false, promisedArrival: null, timePreDispatch: null })
  await press(page, 'Control+Enter', () => expectStep(page, 3))
  await expect(chosenFleet(page)).toBeVisible()
  await press(page, 'Alt+1', () => expectStep(page, 1))
  expect(await keptDraft(page)).toMatchObject(wiped)
  await press(page, 'Control+Enter', () => expectStep(page, 2))
  await press(page, 'Control+Enter', () => expectStep(page, 3))
  await expect(chosenFleet(page)).toBeVisible()
  await press(page, 'Control+Enter', () => expectToast(page, 'Booking created'))
  const [made, ...before] = await bookingsOf(phone)
  expect(made).toMatchObject({ status: 10, asap: false })
  expect(made?.taxi_features).toMatch(/^\d+$/)
  expect([made?.origin, made?.destination]).toMatchObject([
    { addressField: expect.stringContaining('Puerta del Sol') },
    { addressField: expect.stringContaining('Atocha') },
  ])
  expect(before).toHaveLength(2)
  for (const left of before) expect(left).toMatchObject({ status: 5, id_fleet: null, id_caller: null })
  expect(before.map(({ id }) => Number(id))).toContain(saved.id)
})

test('a typed place is searched for both ends, in one list with points of interest first (B-039, B-194, L-254, L-255)', async ({
  page,
}) => {
  const { phone, id } = await returningCaller()
  const asked: URLSearchParams[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/api/places/demo/search') asked.push(searchParams)
  })
  await signIn(page, 'operator', 'demo', `/new-booking/caller/${phone}`)
  await expect(page.getByRole('listbox', { name: 'Last rides' }).getByRole('option').first()).toBeVisible()
  await press(page, 'Enter', () => expectStep(page, 2))
  await box(page, 'destination').focus()
  await typeInto(box(page, 'destination'), 'calle')
  const options = page.getByRole('listbox', { name: 'Destination' }).getByRole('option')
  await expect(options.first()).toBeVisible()
  expect(
    asked.slice(-2).map((query) => [query.get('idCaller'), query.get('q'), query.get('queryAsDestination')]),
  ).toEqual([
    [String(id), 'calle', 'false'],
    [String(id), 'calle', 'true'],
  ])
  // The centre of this caller's usual places.
  for (const name of ['lat', 'lon']) expect(asked.at(-1)?.get(name)).toMatch(/^-?\d+\.\d+$/)
  const arePlaces = await options.evaluateAll((all) => all.map((one) => one.querySelector('b') !== null))
  expect(arePlaces).toEqual(arePlaces.toSorted((a, b) => Number(b) - Number(a)))
})

for (const subdomain of ['demo', 'costa'] as const)
  test(`on ${subdomain} a fleet that lives by another clock than Madrid's is warned of (B-022)`, async ({ page }) => {
    const tenant = subdomain === 'demo' ? 1 : 2
    const [fleet] = await withDatabase(({ inTenant }) =>
      inTenant(tenant, (tx) =>
        tx
          .selectFrom('fleet')
          .select('fleet_long_name as name')
          .where('time_zone', '=', 'Atlantic/Canary')
          .where('status', '=', 1)
          .execute(),
      ),
    )
    await signIn(page, 'operator', subdomain, `/new-booking/caller/${newPhone()}`)
    await expect(field(page, 'phoneNumber')).toBeFocused()
    await press(page, 'Enter', () => expect(box(page, 'origin')).toBeFocused())
    await choosePlace(page, 'origin', 'catedral', 'destination')
    await choosePlace(page, 'destination', 'estacion', 'when')
    await press(page, 'Control+Enter', () => expectStep(page, 3))
    await expect(chosenFleet(page)).toBeVisible()
    const warning = page.getByText(/uses Atlantic\/Canary time/)
    await expect(warning).toHaveCount(0)
    await field(page, 'idFleet')
      .getByRole('option', { name: fleet?.name ?? '' })
      .click()
    await expect(warning).toBeVisible()
  })

test('an authorization starts from a copy of an earlier booking, and long addresses are cut to fit the window (B-029, B-038, L-254)', async ({
  page,
}) => {
  const { id, code, number } = await withDatabase(({ inTenant }) =>
    inTenant(1, (tx) =>
      tx
        .selectFrom('customer_authorization')
        .select(['id', 'subscriber_code as code', 'user_number as number'])
        .where('status', '=', 1)
        .where('expiration_date', 'is', null)
        .where('valid_from_date', 'is', null)
        .where('available_times_left', 'is', null)
        .orderBy('id')
        .limit(1)
        .executeTakeFirstOrThrow(),
    ),
  )
  const long = `Calle ${'x'.repeat(120)}`
  const copy = { origin: { addressField: long, lat: 40.4169, lon: -3.7035 }, notes: 'Two suitcases' }
  const data = Buffer.from(JSON.stringify(copy)).toString('base64url')
  await signIn(page, 'operator', 'demo', `/new-booking/authorization/${code}/${number}?data=${data}`)
  await expect(page.getByText('Valid for booking')).toBeVisible()
  await press(page, 'Control+Enter', () => expectStep(page, 2))
  await expect(box(page, 'origin')).toHaveValue(long)
  await expect(field(page, 'notes')).toHaveValue('Two suitcases')
  const searched = page.waitForResponse((response) => new URL(response.url()).searchParams.get('q') === 'calle')
  await box(page, 'destination').focus()
  await typeInto(box(page, 'destination'), 'calle')
  const answer = await searched
  const { searchParams } = new URL(answer.url())
  expect(Object.fromEntries(searchParams)).toEqual({
    idAuthorization: String(id),
    lat: String(copy.origin.lat),
    lon: String(copy.origin.lon),
    q: 'calle',
    queryAsDestination: expect.stringMatching(/^(true|false)$/),
  })
  expect((await answer.json()).response.suggestedAddresses.length).toBeGreaterThan(0)
  await box(page, 'destination').fill('')
  await press(page, 'Control+Enter', () => expectStep(page, 3))
  const shown = page.locator('section[data-step="2"] dd').first()
  for (const [width, length] of [
    [1_920, 100],
    [1_366, 75],
    [390, 50],
  ] as const) {
    await page.setViewportSize({ width, height: 768 })
    await expect(shown).toHaveText(`${long.slice(0, length)}…`)
  }
})

for (const [path, name, resource] of [
  ['/new-service-historic/caller', 'historic', 'servicehistorical'],
  ['/new-service-to-invoice/caller', 'to invoice', 'servicetoinvoice'],
] as const)
  test(`a service is created afterwards as ${name} (P-134)`, async ({ page }) => {
    const phone = newPhone()
    await signIn(page, 'everything', 'demo', `${path}/${phone}`)
    await expect(field(page, 'phoneNumber')).toBeFocused()
    await press(page, 'Enter', () => expect(box(page, 'origin')).toBeFocused())
    await choosePlace(page, 'origin', 'puerta del sol', 'destination')
    await choosePlace(page, 'destination', 'atocha', 'when')
    await typeInto(field(page, 'when'), 'yesterday 8:00')
    await press(page, 'Control+Enter', () => expectStep(page, 3))
    await expect(chosenFleet(page)).toBeVisible()
    await expect(page.getByText('Quote to caller')).toHaveCount(0)
    const registered = page.waitForResponse((response) => new URL(response.url()).pathname === `/api/${resource}/demo`)
    await press(page, 'Control+Enter', () => expectToast(page, 'Booking registered'))
    expect((await registered).status()).toBe(201)
    const [made] = await bookingsOf(phone)
    expect(made).toMatchObject({ status: 30, asap: false, id_fleet: expect.anything() })
    expect(Number(made?.price_supplier_total)).toBeGreaterThan(0)
    expect(made?.time_booking_start.getTime()).toBeLessThan(Date.now())
  })

test.describe('a failing price engine', () => {
  test.use({ toLog: /status of 400/ })

  test('is reported, and the server’s message opens in a dialog by itself (B-226)', async ({ page }) => {
    const setStatus = (status: number) =>
      withDatabase(({ inTenant }) =>
        inTenant(3, async (tx) => {
          const { id } = await tx.selectFrom('fleet').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
          await tx.updateTable('fleet').set({ status }).where('id', '=', id).execute()
          return id
        }),
      )
    await signIn(page, 'operator', 'norte', `/new-booking/caller/${newPhone()}`)
    await expect(field(page, 'phoneNumber')).toBeFocused()
    await press(page, 'Enter', () => expect(box(page, 'origin')).toBeFocused())
    await choosePlace(page, 'origin', 'museo', 'destination')
    const id = await setStatus(0)
    try {
      await press(page, 'Control+Enter', () => expectStep(page, 3))
      const dialog = page.getByRole('dialog')
      await expect(dialog).toContainText('Error get price engine')
      await expect(dialog).toContainText(`fleet ${id} is not available`)
    } finally {
      await setStatus(1)
    }
  })
})

import { randomInt, randomUUID } from 'node:crypto'
import type { Page, Request } from '@playwright/test'
import { expect, expectAccessible, press, signIn, test, told, toPhone, toScheme, typeInto } from '../desk.ts'
import { expectMapDrawn } from '../map-drawn.ts'
import { returningCaller } from '../telephone.ts'
import { clickToast, expectToast } from '../toasts.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const rows = (page: Page) => page.locator('tbody tr[data-index]')
/** The row's first cell, because a toast may cover the others. */
const rowOf = (page: Page, text: string) => rows(page).filter({ hasText: text }).locator('th')
const headings = (page: Page) => page.getByRole('columnheader').allTextContents()
const place = (page: Page) => page.getByRole('combobox', { name: /^Address|^Dirección/ })
const options = (page: Page) => page.getByRole('option').filter({ visible: true })
const map = (page: Page) => page.locator('[data-zoom]')

/** A text that no other test and no demo record contains. */
const unique = () => randomUUID().slice(0, 8)
const newPhone = () => `7${randomInt(10_000_000, 100_000_000)}`
const aliasBox = (page: Page) => page.getByLabel('Alias', { exact: false }).first()

/** From here on, time passes only as far as a test lets it, so that a slow machine makes no difference. */
const holdTime = async (page: Page) => {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 1_000)
}

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

test.describe('callers', () => {
  test.beforeEach(async ({ page }) => {
    await signIn(page, 'operator', 'demo', '/caller')
    await expect(rows(page).first()).toBeVisible()
  })

  test('/caller lists 20 callers a page with all fields, and a row opens at /caller/{idCaller} (B-144, B-145)', async ({
    page,
  }) => {
    expect(await rows(page).count()).toBe(20)
    expect(await headings(page)).toEqual([
      'Id',
      'Phone',
      'First name',
      'Last name',
      'Billing address',
      'Notes',
      'Blacklisted',
      'Fleet',
    ])
    await expectAccessible(page)
    const [id = '', phone = ''] = await rows(page).nth(1).locator('th, td').allTextContents()
    await rows(page).first().focus()
    await press(page, 'ArrowDown', () => expect(rows(page).nth(1)).toBeFocused())
    await press(page, 'Enter', dialog(page))
    await expect(page).toHaveURL(new RegExp(`/caller/${id}$`))
    await expect(dialog(page).getByLabel('Phone')).toHaveValue(phone)
    for (const field of ['First name', 'Last name', 'Billing address', 'Notes', 'Fleet'])
      await expect(dialog(page).getByLabel(field, { exact: true })).toBeVisible()
    await expect(dialog(page).getByRole('switch', { name: 'Blacklisted' })).not.toBeChecked()
    await expectAccessible(page)
    await press(page, 'Escape', () => expect(dialog(page)).toBeHidden())
    await expect(page).toHaveURL(/\/caller$/)
  })

  test('/caller/{idCaller} opens the caller over the list, and reports a missing one (B-144)', async ({ page }) => {
    await page.goto('/caller/10007')
    await expect(dialog(page).getByRole('heading')).toHaveText('Caller 10007')
    await expect(dialog(page).getByLabel('Phone')).not.toHaveValue('')
    expect(await rows(page).count()).toBe(20)
    await page.goto('/caller/999999999')
    await expect(dialog(page)).toContainText('Caller 999999999 not found')
    await page.goto('/caller/nobody')
    await expect(dialog(page)).toContainText('Caller nobody not found')
  })

  test('a caller is created by keyboard, and a click on the toast opens it for editing (B-146, B-233)', async ({
    page,
  }) => {
    const phone = newPhone()
    await press(page, 'n', dialog(page))
    const field = (label: string) => dialog(page).getByLabel(label)
    await typeInto(field('Phone'), phone)
    await press(page, 'Tab', () => expect(field('First name')).toBeFocused())
    await typeInto(field('First name'), 'Nora')
    await press(page, 'Tab', () => expect(field('Last name')).toBeFocused())
    await typeInto(field('Last name'), 'Inventada')
    await clickToast(page, 'Customer created', () => press(page, 'Enter', () => expectToast(page, 'Customer created')))
    await expect(page).toHaveURL(/\/caller\/\d+$/)
    const [id = ''] = /\d+$/.exec(page.url()) ?? []
    await expect(rowOf(page, phone)).toHaveText(id)
    await expect(dialog(page).getByLabel('Phone')).toHaveValue(phone)

    await dialog(page).getByLabel('Last name').fill('Cambiada')
    await dialog(page).getByLabel('Blacklisted').check({ force: true })
    await press(page, 'Enter', () => expectToast(page, 'Customer udpated'))
    await expect(dialog(page)).toBeHidden()
    await expect(rows(page).filter({ hasText: phone })).toContainText(/Cambiada.*Yes/)
  })

  test('a missing, wrong or taken number is refused at its field', async ({ page }) => {
    const [, taken = ''] = await rows(page).first().locator('th, td').allTextContents()
    await page.getByRole('button', { name: 'New caller' }).click()
    const phone = dialog(page).getByLabel('Phone')
    for (const [typed, told] of [
      ['', 'Enter a phone number'],
      ['mother', 'Enter 3 to 20 digits'],
      [taken, 'Another caller already has this number'],
    ] as const) {
      await phone.fill(typed)
      await press(page, 'Enter', () => expect(dialog(page).getByRole('alert')).toContainText(told))
      await expect(phone).toBeFocused()
      await expect(phone).toHaveAttribute('aria-invalid', 'true')
    }
    await expectAccessible(page)
  })

  test('the list stays filtered while a caller is open over it', async ({ page }) => {
    await page.getByLabel('Filter by Phone').fill('91000049')
    await expect(page).toHaveURL(/91000049/)
    await expect(page.getByText('of 500')).toBeHidden()
    await rows(page).first().click()
    await expect(dialog(page)).toBeVisible()
    await press(page, 'Escape', () => expect(dialog(page)).toBeHidden())
    await expect(page.getByLabel('Filter by Phone')).toHaveValue('91000049')
    await expect(page).toHaveURL(/\/caller\?.*91000049/)
  })

  test('can be created and edited in Spanish, on a phone', async ({ page }) => {
    await toPhone(page)
    await page.getByRole('button', { name: 'Español' }).click()
    await page.getByRole('button', { name: 'Nuevo cliente' }).click()
    const phone = newPhone()
    await dialog(page).getByLabel('Teléfono').fill(phone)
    await press(page, 'Enter', () => expectToast(page, 'Cliente creado'))
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    await rowOf(page, phone).click()
    await expect(dialog(page).getByLabel('Teléfono')).toBeFocused()
    await press(page, 'Enter', () => expectToast(page, 'Cliente actualizado'))
    await toScheme(page, 'dark')
    await expectAccessible(page)
  })
})

const openAddresses = async (page: Page) => {
  await signIn(page, 'operator', 'demo', '/address')
  await expect(rows(page).first()).toBeVisible()
}

test.describe('addresses on the map', () => {
  test.use({ withMap: true })
  // Without a graphics card the map is drawn in software, on the same processors as everything else.
  test.slow()
  test.beforeEach(({ page }) => openAddresses(page))

  test('an address is found, named and saved by keyboard, and the map zooms to 18 and back to 12 (B-148, B-237)', async ({
    page,
  }) => {
    await expect(map(page)).toHaveAttribute('data-zoom', '12')
    await expectMapDrawn(map(page), '238,240,242')
    await expectAccessible(page)
    await place(page).focus()
    await typeInto(place(page), 'museo')
    await expect(options(page).first()).toContainText('Place')
    await expectAccessible(page)
    await press(page, 'ArrowDown', () => expect(options(page).nth(1)).toHaveAttribute('aria-selected', 'true'))
    await press(page, 'Tab', () => expect(aliasBox(page)).toBeFocused())
    await expect(place(page)).toHaveValue(/Museo/)
    await expect(map(page)).toHaveAttribute('data-zoom', '18')
    const alias = `Invented ${unique()}`
    await typeInto(aliasBox(page), alias)
    await press(page, 'Enter', () => expectToast(page, 'Address created'))
    await expect(rowOf(page, alias)).toBeVisible()
    await expect(place(page)).toHaveValue('')
    await expect(map(page)).toHaveAttribute('data-zoom', '12')
  })

  test('the map is redrawn in dark colours', async ({ page }) => {
    await expectMapDrawn(map(page), '238,240,242')
    await toScheme(page, 'dark')
    await expectMapDrawn(map(page), '28,31,34')
    await expectAccessible(page)
  })

  test('/address/{idAddress} filters the table to the address and opens it, and resetting the filters leads back (B-149)', async ({
    page,
  }) => {
    await page.goto('/address/10080')
    await expect(page.getByRole('heading', { name: 'Address 10080' })).toBeVisible()
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page).locator('th')).toHaveText('10080')
    await expect(aliasBox(page)).toHaveValue(/.+/)
    await expect(map(page)).toHaveAttribute('data-zoom', '18')
    await expect(page.locator('[data-pin]')).toBeVisible()
    await page.getByRole('button', { name: 'Reset filters' }).click()
    await expect(page).toHaveURL(/\/address$/)
    await expect(page.getByRole('heading', { name: 'New address' })).toBeVisible()
    await expect(rows(page)).toHaveCount(10)
    await page.goto('/address/999999')
    await expect(told(page, 'Address 999999 not found')).toBeVisible()
  })

  test('a place is set by a click on the map, dragged, and moved with the arrow keys', async ({ page }) => {
    await expectMapDrawn(map(page), '238,240,242')
    const box = await map(page).boundingBox()
    const { x, y, width, height } = box as NonNullable<typeof box>
    await page.mouse.click(x + width / 2, y + height / 2)
    await expect(place(page)).toHaveValue(/Madrid/)
    const pin = page.locator('[data-pin]')
    await expect(pin).toHaveAccessibleName(/drag, or move with the arrow keys/)
    await expect(map(page)).toHaveAttribute('data-zoom', '18')
    const pinAt = async () => {
      const at = await pin.boundingBox()
      return at as NonNullable<typeof at>
    }
    await expect(async () => {
      const { x: left, width: wide } = await pinAt()
      expect(Math.abs(left + wide / 2 - (x + width / 2))).toBeLessThan(3)
    }).toPass()
    const before = await pinAt()
    await page.mouse.move(before.x + 12, before.y + 12)
    await page.mouse.down()
    await page.mouse.move(before.x + 60, before.y + 40, { steps: 5 })
    await page.mouse.up()
    await expect(async () => expect(Math.abs((await pinAt()).x - before.x - 48)).toBeLessThan(4)).toPass()
    const dragged = await pinAt()
    await pin.focus()
    await press(page, 'Shift+ArrowLeft', () =>
      expect(async () => expect(Math.abs((await pinAt()).x - dragged.x + 30)).toBeLessThan(4)).toPass(),
    )
    await expect(map(page)).toHaveAttribute('data-zoom', '18')
  })
})

/** Everything else works when the map does not load, and drawing it in software would only slow these tests down. */
test.describe('addresses without the map', () => {
  test.beforeEach(async ({ page }) => {
    await openAddresses(page)
    await expect(page.getByText("The map can't be shown here.")).toBeVisible()
  })

  test('short texts go to the geocoder, long ones to the text search around the stored centre (B-033, B-034, B-035)', async ({
    page,
  }) => {
    const asked: Request[] = []
    page.on('request', (request) => {
      if (/\/api\/places\//.test(request.url())) asked.push(request)
    })
    const told = () =>
      asked.map((request) => {
        const { pathname, searchParams } = new URL(request.url())
        return `${request.method()} ${pathname} ${request.postData() ?? [...searchParams].join(' ')}`
      })
    await holdTime(page)
    await place(page).focus()
    await typeInto(place(page), 'mu')
    await page.clock.runFor(2_000)
    expect(told()).toEqual([])
    await expect(options(page)).toHaveCount(0)
    await page.clock.resume()
    await place(page).fill('museo de')
    await expect(options(page).first()).toBeVisible()
    expect(told()).toEqual(['POST /api/places/demo/address {"query":"museo de","entryChannel":20}'])
    await place(page).fill('museo del prado')
    await expect
      .poll(() => told()[1])
      .toMatch(/^GET \/api\/places\/demo\/search q,museo del prado lat,40\.41\d+ lon,-3\.70\d+ radius,100$/)
    await expect(options(page).first()).toContainText('Prado')
  })

  test.describe('a failing geocoder', () => {
    test('leaves the earlier suggestions, and the message says what failed (B-040, B-229)', async ({ page }) => {
      await place(page).fill('museo')
      await expect(options(page).first()).toBeVisible()
      const found = await options(page).count()
      await page.route(/\/api\/places\//, (route) =>
        route.fulfill({ status: 409, json: { meta: { code: 409, errorMessage: 'Out for lunch' } } }),
      )
      await place(page).fill('museo d')
      await expect(told(page, /^Google places API\s+Address search isn't available/)).toBeVisible()
      await expect(options(page)).toHaveCount(found)
      await expectAccessible(page)
    })
  })

  test('the table shows all fields, 10 rows a page, newest first, and filters 750 ms after the last letter (B-150, B-151, B-152)', async ({
    page,
  }) => {
    expect(await headings(page)).toEqual(['Id', 'Alias', 'Address', 'Latitude', 'Longitude', 'Fleet'])
    await expect(rows(page)).toHaveCount(10)
    const ids = (await rows(page).locator('th').allTextContents()).map(Number)
    expect(ids).toEqual(ids.toSorted((one, other) => other - one))

    const asked: string[] = []
    page.on('request', (request) => {
      if (/\/api\/address\/demo\//.test(request.url())) asked.push(new URL(request.url()).search)
    })
    await holdTime(page)
    await page.getByLabel('Filter by Alias').focus()
    await typeInto(page.getByLabel('Filter by Alias'), 'oficina')
    await page.clock.runFor(749)
    expect(asked).toEqual([])
    await page.clock.runFor(1)
    await page.clock.resume()
    await expect(rows(page).first()).toContainText(/oficina/i)
    expect(asked).toEqual(['?pageNumber=0&resultsPerPage=10&orderBy=id+DESC&mode=grid&addressField=oficina'])
  })

  test('an address is changed, and deleted only after confirmation (B-153, B-233)', async ({ page }) => {
    const alias = `Fleeting ${unique()}`
    await place(page).fill('plaza mayor')
    await options(page).first().click()
    await aliasBox(page).fill(alias)
    await press(page, 'Enter', () => expectToast(page, 'Address created'))
    await rowOf(page, alias).click()
    await expect(aliasBox(page)).toHaveValue(alias)
    await expect(page).toHaveURL(/\/address\/\d+\?id=\d+$/)

    await aliasBox(page).fill(`${alias} II`)
    await press(page, 'Enter', () => expectToast(page, 'Address updated'))
    await expect(page).toHaveURL(/\/address$/)
    await rowOf(page, `${alias} II`).click()
    await expect(aliasBox(page)).toHaveValue(`${alias} II`)

    await page.getByRole('button', { name: 'Delete' }).click()
    await expect(dialog(page)).toContainText(`Delete “${alias} II”?`)
    await expectAccessible(page)
    await press(page, 'Escape', () => expect(dialog(page)).toBeHidden())
    await expect(rows(page)).toHaveCount(1)
    await page.getByRole('button', { name: 'Delete' }).click()
    await dialog(page).getByRole('button', { name: 'Delete' }).click()
    await expectToast(page, /^Address delete$/m)
    await expect(page).toHaveURL(/\/address$/)
    await expect(page.getByText(`${alias} II`)).toHaveCount(0)
  })

  test('a missing value is reported at its field, which gets the focus', async ({ page }) => {
    await page.getByRole('button', { name: 'Save address' }).click()
    await expect(page.getByText('Choose a suggestion or click the map')).toBeVisible()
    await expect(place(page)).toBeFocused()
    await place(page).fill('museo')
    await options(page).first().click()
    await page.getByRole('button', { name: 'Save address' }).click()
    await expect(page.getByText('Enter an alias')).toBeVisible()
    await expect(aliasBox(page)).toBeFocused()
    await expectAccessible(page)
  })

  test('can be created in Spanish, on a phone', async ({ page }) => {
    await toPhone(page)
    await page.getByRole('button', { name: 'Español' }).click()
    await place(page).fill('museo')
    await options(page).first().click()
    await aliasBox(page).fill(`Inventada ${unique()}`)
    await press(page, 'Enter', () => expectToast(page, 'Dirección creada'))
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    await expectAccessible(page)
  })
})

test('the wizard finds the corner of two streets, and a house number in the middle of its street', async ({ page }) => {
  const { phone } = await returningCaller()
  await signIn(page, 'operator', 'demo', `/new-booking/caller/${phone}`)
  const field = (name: string) => page.locator(`[data-field="${name}"]`)
  const destination = field('destination').locator('input')
  const origin = page.getByRole('listbox', { name: 'Pickup' }).getByRole('option').first()
  await expect(page.getByRole('listbox', { name: 'Last rides' }).getByRole('option').first()).toBeVisible()
  await press(page, 'Enter', origin)
  await press(page, 'Enter', () => expect(destination).toBeFocused())
  await typeInto(destination, 'c/ ancha esquina san jose, cadiz')
  await expect(options(page).first()).toHaveText(/^Calle Ancha esquina Calle San José, Cádiz/)
  await press(page, 'Enter', () => expect(field('when')).toBeFocused())
  await expect(destination).toHaveValue('Calle Ancha esquina Calle San José, Cádiz')

  await destination.fill('ancha 12, cadiz')
  await expect(options(page).first()).toHaveText(/^Calle Ancha, 12, Cádiz/)
  await press(page, 'Enter', page.getByText('The pin is in the middle of the street. Drag it to the house.'))
  await expect(destination).toHaveValue('Calle Ancha, 12, Cádiz')
  await expectAccessible(page)
})

import type { Page } from '@playwright/test'
import { expect, expectAccessible, press, signIn, test, toPhone, toScheme, typeInto } from '../desk.ts'
import { withDatabase } from '../installation.ts'
import { expectMapDrawn } from '../map-drawn.ts'

const map = (page: Page) => page.locator('[data-zoom]')
const list = (page: Page) => page.getByRole('list', { name: /^(Fleets|Flotas)$/ })
const fleets = (page: Page) => list(page).getByRole('button')
const place = (page: Page) => page.getByRole('combobox', { name: 'Who covers this place?' })
const options = (page: Page) => page.getByRole('option').filter({ visible: true })
const pins = (page: Page, state: string) => page.locator(`[data-kind="fleet"][data-state="${state}"]`)
const zoomOf = async (page: Page) => Number(await map(page).getAttribute('data-zoom'))

const setStatus = (status: number) =>
  withDatabase(({ inTenant }) =>
    inTenant(3, async (tx) => {
      const { id } = await tx.selectFrom('fleet').select('id').orderBy('id').limit(1).executeTakeFirstOrThrow()
      await tx.updateTable('fleet').set({ status }).where('id', '=', id).execute()
    }),
  )

test.describe('the map of fleets', () => {
  test.use({ withMap: true })
  // Without a graphics card the map is drawn in software, on the same processors as everything else.
  test.slow()

  test('shows active fleets green and others grey, each with a symbol, to any user (L-213, L-214)', async ({
    page,
  }) => {
    await setStatus(0)
    await signIn(page, 'newcomer', 'norte')
    await page.getByRole('link', { name: 'Fleets and coverage' }).click()
    await expect(page).toHaveURL(/\/maps$/)
    await expect(fleets(page).first()).toBeVisible()
    const count = await fleets(page).count()
    await expect(pins(page, 'green')).toHaveCount(count - 1)
    await expect(pins(page, 'grey')).toHaveCount(1)
    await expect(pins(page, 'grey')).toHaveText('–')
    await expect(pins(page, 'green').first()).toHaveText('✓')
    await expect(pins(page, 'grey')).toHaveAccessibleName(/: Not active$/)
    await setStatus(1)
  })

  test('flies to a chosen fleet and, at zoom 18, to a searched place, with a radius of 40 km (L-276)', async ({
    page,
  }) => {
    await signIn(page, 'newcomer', 'demo', '/maps')
    // One fleet is in the Canary Islands, so most of the map is sea.
    await expectMapDrawn(map(page), '227,233,239')
    await expectAccessible(page)
    const all = await zoomOf(page)
    await fleets(page).first().focus()
    await press(page, 'ArrowDown', () => expect(fleets(page).nth(1)).toBeFocused())
    await press(page, 'ArrowUp', () => expect(fleets(page).first()).toBeFocused())
    await press(page, 'Enter', list(page).getByText('Dispatch protocol'))
    await expect(page).toHaveURL(/\/maps\?fleet=29$/)
    await expect.poll(() => zoomOf(page)).toBeGreaterThan(all)
    // The land of its area, which is darker up close, under the green of the coverage.
    await expectMapDrawn(map(page), /^19[123],21[789],20[01]$/)
    await expectAccessible(page)

    await expect(page.getByLabel('Radius, km')).toHaveValue('40')
    await place(page).focus()
    await typeInto(place(page), 'museo')
    await expect(options(page).first()).toBeVisible()
    await press(page, 'ArrowDown', () => expect(options(page).nth(1)).toHaveAttribute('aria-selected', 'true'))
    await press(page, 'Enter', () => expect(map(page)).toHaveAttribute('data-zoom', '18'))
    await expect(page).toHaveURL(/\/maps$/)
    await expect(page.locator('[data-pin="place"]')).toBeVisible()
    await expect(fleets(page).first()).toContainText(/Covers this place.* km$/)
    await expect(page.getByText(/^\d+ fleets? covers? this place\./)).toBeVisible()
    await expectAccessible(page)
  })
})

test('fleets near a place are those within 40 km, until another radius is typed (B-156)', async ({ page }) => {
  await signIn(page, 'newcomer', 'demo', '/maps')
  const radius = page.getByLabel('Radius, km')
  await expect(radius).toHaveValue('40')
  await place(page).focus()
  await typeInto(place(page), 'puerta del sol')
  await options(page).first().click()
  await expect(page.getByText(/within 40 km\.$/)).toBeVisible()
  const near = fleets(page).filter({ hasText: /Covers this place|Within the radius/ })
  const km = async () => (await near.allTextContents()).map((text) => Number(/([\d.]+) km$/.exec(text)?.[1]))
  expect((await km()).every((far) => far <= 40)).toBe(true)
  const count = await near.count()
  await radius.fill('100')
  await expect(page.getByText(/within 100 km\.$/)).toBeVisible()
  expect(await near.count()).toBeGreaterThan(count)
  expect(Math.max(...(await km()))).toBeGreaterThan(40)
})

test('fleets are listed and found without the map, on a phone, in Spanish and in the dark', async ({ page }) => {
  await signIn(page, 'newcomer', 'demo', '/maps?fleet=29')
  await toPhone(page)
  await page.getByRole('button', { name: 'Español' }).click()
  await toScheme(page, 'dark')
  await expect(list(page).getByText('Área de Madrid')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Buscar flotas').fill('segovia')
  await expect(fleets(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Mapa' }).click()
  await expect(page.getByText('Aquí no se puede mostrar el mapa')).toBeVisible()
  await expect(fleets(page).first()).toBeHidden()
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  ).toBeLessThanOrEqual(0)
})

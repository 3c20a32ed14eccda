import type { Page } from '@playwright/test'
import { expect, expectAccessible, press, signIn, test, toPhone } from '../desk.ts'
import { withDatabase } from '../installation.ts'
import { colorsOf } from '../map-drawn.ts'

const map = (page: Page) => page.locator('[data-zoom]')
const groups = (page: Page) => page.getByRole('button', { name: /^Open a group of \d+/ })
const zoomOf = async (page: Page) => Number(await map(page).getAttribute('data-zoom'))
const follow = (page: Page) => page.getByRole('button', { name: 'Follow', exact: true })
const layers = (page: Page) => page.getByRole('button', { name: /^(Map layers|Capas del mapa)$/ })

// Without a graphics card the map is drawn in software, on the same processors as everything else.
test.slow()
test.use({ withMap: true, viewport: { width: 1024, height: 640 } })
const drawing = { timeout: 40_000 }

const openMap = async (page: Page) => {
  await expect(page.locator('tbody tr').first()).toBeVisible()
  await press(page, 'm', page.getByRole('complementary', { name: 'List + map' }))
  await expect(map(page)).toHaveAttribute('data-zoom', /\d/, drawing)
}

test('the map opens on the busiest town, and its groups open by keyboard', async ({ page }) => {
  await signIn(page, 'everything')
  await openMap(page)
  await expect(groups(page).first()).toBeVisible()
  const town = await zoomOf(page)
  await page.getByRole('button', { name: 'See all' }).focus()
  await press(page, 'Enter', () => expect.poll(() => zoomOf(page)).toBeLessThan(town - 1))
  await expectAccessible(page)
  const all = await zoomOf(page)
  const group = groups(page).first()
  await group.focus()
  await press(page, 'Enter', () => expect.poll(() => zoomOf(page)).toBeGreaterThan(all))
  // The group is gone, so the focus moves to one of the pins that were in it.
  await expect(page.locator('[data-pin]:focus')).toBeVisible()
})

/** A taxi of the second tenant, with a function that reports its position in degrees east of its pickup. */
const openTaxi = async () => {
  const tenant = 2
  const { id, place } = await withDatabase(({ inTenant }) =>
    inTenant(tenant, async (tx) => {
      const found = await tx
        .selectFrom('booking')
        .select(['id', 'origin'])
        .where('status', '=', 20)
        .where('status_dispatch', '<', 2500)
        .orderBy('time_booking_start', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow()
      return { id: found.id, place: found.origin as { lat: number; lon: number } }
    }),
  )
  let at = Date.now() - 20_000
  return {
    id,
    report: (east: number, afterMs: number) => {
      at += afterMs
      const row = { lat: place.lat, lon: place.lon + east, at: new Date(at), eta_minutes: 4, path: '[]' }
      return withDatabase(({ inTenant }) =>
        inTenant(tenant, (tx) =>
          tx
            .insertInto('trajectory')
            .values({ tenant_id: tenant, id_booking: id, ...row })
            .onConflict((taken) => taken.columns(['tenant_id', 'id_booking']).doUpdateSet(row))
            .execute(),
        ),
      )
    },
  }
}

const leftOf = async (page: Page, pin: string) =>
  (await page.locator(`[data-pin="${pin}"]`).boundingBox())?.x ?? Number.NaN

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  test('a taxi moves smoothly from one report to the next, and is followed until somebody moves the map', async ({
    page,
  }) => {
    const { id, report } = await openTaxi()
    await report(0.002, 0)
    await signIn(page, 'operator', 'costa', `/dashboard?id=${id}`)
    await openMap(page)
    const taxi = page.locator(`[data-pin="taxi-${id}"]`)
    await expect(taxi).toBeVisible()
    await taxi.focus()
    await press(page, 'Enter', () => expect(taxi).toHaveAttribute('aria-pressed', 'true'))
    await expect(page.getByText(/^[\d.]+ km · \d+ min$/)).toBeAttached()

    const places = await taxi.evaluateHandle((pin) => {
      const seen = new Set<number>()
      new MutationObserver(() => seen.add(Math.round(pin.getBoundingClientRect().x * 10))).observe(
        pin.parentElement as Element,
        { attributes: true },
      )
      return seen
    })
    await report(0.006, 10_000)
    await expect.poll(() => places.evaluate(({ size }) => size), { timeout: 30_000 }).toBeGreaterThan(8)

    await follow(page).click()
    await expect(follow(page)).toHaveAttribute('aria-pressed', 'true')
    const pickup = await leftOf(page, `pickup-${id}`)
    await report(0.016, 10_000)
    // The pickup moves away on the map while the taxi stays in view.
    await expect.poll(() => leftOf(page, `pickup-${id}`), drawing).toBeLessThan(pickup - 40)
    await expect(taxi).toBeInViewport()
    await expect(taxi).toHaveCSS('--turn', '90.0deg')

    const box = await map(page).boundingBox()
    const [x, y] = [(box?.x ?? 0) + 60, (box?.y ?? 0) + 200]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + 80, y + 40, { steps: 4 })
    await page.mouse.up()
    await expect(follow(page)).toHaveAttribute('aria-pressed', 'false')
  })
})

/** Adds sixty pickups at this hour a week ago, around the visible part of the map. */
const putPast = () =>
  withDatabase(({ inTenant }) =>
    inTenant(2, async (tx) => {
      const { id_fleet, origin } = await tx
        .selectFrom('booking')
        .select(['id_fleet', 'origin'])
        .where('status', '=', 20)
        .where('id_fleet', 'is not', null)
        .orderBy('time_booking_start', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow()
      const { lat, lon } = origin as { lat: number; lon: number }
      const hour = Math.floor(Date.now() / 3_600_000) * 3_600_000
      const place = (at: number) => ({
        addressField: 'Past',
        lat: lat + (at % 8) / 500,
        lon: lon + Math.floor(at / 8) / 500,
      })
      // The next hour too, in case this one ends in the meantime.
      const starts = [hour, hour + 3_600_000].map((start) => new Date(start + 60_000 - 7 * 86_400_000))
      await tx
        .insertInto('booking')
        .values(
          starts.flatMap((time_booking_start) =>
            Array.from({ length: 60 }, (_, at) => ({
              ...{ tenant_id: 2, status: -40, id_fleet, asap: true, time_booking_start },
              origin: JSON.stringify(place(at)),
            })),
          ),
        )
        .execute()
    }),
  )

const shareOf = async (page: Page, isShade: (red: number, green: number, blue: number) => boolean) => {
  const colors = await colorsOf(map(page))
  const all = colors.reduce((sum, [, count]) => sum + count, 0)
  const [red, green, blue] = [0, 1, 2]
  return (
    colors.reduce((sum, [color, count]) => {
      const parts = color.split(',').map(Number)
      return sum + (isShade(parts[red] ?? 0, parts[green] ?? 0, parts[blue] ?? 0) ? count : 0)
    }, 0) / all
  )
}
const isWarm = (red: number, green: number, blue: number) => red > 180 && red - blue > 70 && green > 90
const isGreenish = (red: number, green: number, blue: number) => green > red + 2 && green > blue + 1

test('demand is switched on by keyboard, explained and remembered, and coverage can be shown', async ({ page }) => {
  await putPast()
  const { id } = await openTaxi()
  await signIn(page, 'operator', 'costa', `/dashboard?id=${id}`)
  await openMap(page)
  await page.locator(`[data-pin="pickup-${id}"]`).click()
  expect(await shareOf(page, isWarm)).toBeLessThan(0.01)

  await layers(page).focus()
  await press(page, 'Enter', () => expect(layers(page)).toHaveAttribute('aria-expanded', 'true'))
  const demand = page.getByRole('checkbox', { name: 'Demand at this hour' })
  await press(page, 'Tab', () => expect(page.getByRole('checkbox', { name: 'Fleet coverage' })).toBeFocused())
  await press(page, 'Tab', () => expect(demand).toBeFocused())
  await press(page, 'Space', () => expect(demand).toBeChecked())
  await expect(page.getByText(/^Pickups, \w+day \d\d:00–\d\d:00, last 4 weeks$/)).toBeVisible()
  await expect.poll(() => shareOf(page, isWarm), drawing).toBeGreaterThan(0.02)
  await expectAccessible(page)
  await press(page, 'Escape', () => expect(layers(page)).toBeFocused())
  await expect(demand).toHaveCount(0)

  await page.reload()
  await openMapAgain(page)
  await expect(page.getByText(/^Pickups, /)).toBeVisible()
  await layers(page).click()
  await demand.uncheck()
  await expect(page.getByText(/^Pickups, /)).toHaveCount(0)
  const before = await shareOf(page, isGreenish)
  await page.getByRole('checkbox', { name: 'Fleet coverage' }).check()
  await expect.poll(() => shareOf(page, isGreenish), drawing).toBeGreaterThan(before + 0.2)
})

/** The list remembers that the map is open beside it. */
const openMapAgain = (page: Page) => expect(map(page)).toHaveAttribute('data-zoom', /\d/, drawing)

test.describe('on a phone, in Spanish and in the dark', () => {
  test.use({ locale: 'es-ES', colorScheme: 'dark' })

  test('layers are offered and explained', async ({ page }) => {
    await signIn(page, 'dispatcher', 'demo', '/maps')
    await toPhone(page)
    await page.getByRole('button', { name: 'Mapa' }).click()
    await openMapAgain(page)
    await layers(page).click()
    await page.getByRole('checkbox', { name: 'Rechazos a esta hora' }).check()
    await expect(page.getByRole('list', { name: 'Leyenda' })).toContainText(/rechazos|Rechazadas/)
    await expectAccessible(page)
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    ).toBeLessThanOrEqual(0)
  })
})

import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { type RunningServer, startProcess } from '../../apps/server/src/testing/process.ts'
import { expect, expectAccessible, signIn, test, toScheme, typeInto } from '../desk.ts'
import { newFilledHome } from '../filled.ts'
import { expectMapDrawn } from '../map-drawn.ts'

test.use({ withMap: true, viewport: { width: 1024, height: 640 } })

const map = (page: Page) => page.locator('[data-zoom]')
const attribution = (page: Page) => page.getByRole('link', { name: '© OpenStreetMap contributors' })

/** Ground colours of the embedded map at street level, and of the stand-in for a public one. */
const ground = { light: '238,240,242', dark: '28,31,34', played: '32,64,96' }

/** Moves the map of fleets to a street of Cádiz. */
const lookAtStreet = async (page: Page) => {
  const place = page.getByRole('combobox', { name: 'Who covers this place?' })
  await place.focus()
  await typeInto(place, 'calle ancha, cádiz')
  await page
    .getByRole('option', { name: /Calle Ancha/ })
    .first()
    .click()
  await expect(map(page)).toHaveAttribute('data-zoom', '18')
}

test('streets of a city are drawn without the internet, in light and dark, with their attribution', async ({
  page,
}) => {
  test.slow()
  await signIn(page, 'newcomer', 'demo', '/maps')
  await lookAtStreet(page)
  await expectMapDrawn(map(page), ground.light)
  await expect(attribution(page)).toHaveAttribute('href', 'https://www.openstreetmap.org/copyright')
  await expectAccessible(page)
  await toScheme(page, 'dark')
  await expectMapDrawn(map(page), ground.dark)
  await expectAccessible(page)
})

test.describe('a public base map', () => {
  test.slow()
  test.describe.configure({ mode: 'serial' })
  // The browser itself logs tiles that break off.
  test.use({ toLog: /net::ERR_/ })

  type Answer = (response: ServerResponse) => void
  const answers = {
    empty: (response) => void response.end(),
    hanging: () => {},
    cut: (response) => {
      response.writeHead(200, { 'content-length': '1000' })
      response.write('cut')
      response.destroy()
    },
    // A layer with invalid bytes.
    lying: (response) => void response.end(Buffer.from([0x1a, 5, 255, 255, 255, 255, 255])),
  } satisfies Record<string, Answer>
  let answer: Answer = answers.empty
  let server: RunningServer
  let installation: ReturnType<typeof newFilledHome>

  const played = createServer((request, response) => {
    const origin = `http://${request.headers.host}`
    response.setHeader('access-control-allow-origin', '*')
    if (!request.url?.startsWith('/style')) return answer(response)
    const style = {
      version: 8,
      sources: { planet: { type: 'vector', tiles: [`${origin}/{z}/{x}/{y}`], attribution: 'Played Planet' } },
      layers: [
        { id: 'ground', type: 'background', paint: { 'background-color': `rgb(${ground.played})` } },
        { id: 'roads', type: 'line', source: 'planet', 'source-layer': 'roads' },
      ],
    }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(style))
  })

  test.beforeAll(async () => {
    await new Promise<void>((resolve) => played.listen(0, '127.0.0.1', resolve))
    const { port } = played.address() as AddressInfo
    installation = newFilledHome()
    const settings = { PARADA_HOME: installation.home, MAP_STYLE_URL: `http://127.0.0.1:${port}/style/{scheme}` }
    server = await startProcess(settings)
  })
  test.afterAll(async () => {
    played.closeAllConnections()
    played.close()
    await server.stop()
    await installation.dispose()
  })

  const open = (page: Page) => signIn(page, 'newcomer', 'demo', `http://demo.localhost:${server.port}/maps`)
  const drawn = (page: Page) => expect(page.locator('[data-base-map]'))

  test('replaces the embedded map, whose borders are not loaded, and adds its own attribution', async ({ page }) => {
    answer = answers.empty
    const borders: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('municipalities')) borders.push(request.url())
    })
    await open(page)
    await drawn(page).toHaveAttribute('data-base-map', 'public')
    const street = page.waitForResponse(/127\.0\.0\.1:\d+\/18\/\d+\/\d+$/)
    await lookAtStreet(page)
    await street
    expect(borders).toEqual([])
    await expect(page.getByText('Played Planet')).toBeVisible()
    await expect(attribution(page)).toBeVisible()
    await expectAccessible(page)
  })

  for (const name of ['hanging', 'cut', 'lying'] as const)
    test(`leaves the embedded one in place while its tiles are ${name}`, async ({ page }) => {
      answer = answers[name]
      const asked = page.waitForRequest(/127\.0\.0\.1:\d+\/\d+\/\d+\/\d+$/)
      await open(page)
      await asked
      await lookAtStreet(page)
      await expectMapDrawn(map(page), ground.light)
      await drawn(page).toHaveAttribute('data-base-map', 'embedded')
    })

  test('gives way to the embedded map when it fails later, and nothing is blank', async ({ page }) => {
    answer = answers.empty
    await open(page)
    await drawn(page).toHaveAttribute('data-base-map', 'public')
    answer = answers.lying
    await lookAtStreet(page)
    await drawn(page).toHaveAttribute('data-base-map', 'embedded', { timeout: 30_000 })
    await expectMapDrawn(map(page), ground.light)
  })
})

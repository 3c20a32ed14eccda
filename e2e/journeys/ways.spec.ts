import { type Point, straightLineMetres } from '@parada/domain/places/geo'
import { decodePath } from '@parada/domain/places/polyline'
import { onStreet } from '@parada/roads/roads'
import type { Page, Response } from '@playwright/test'
import { makeClock } from '../../apps/simulator/src/clock.ts'
import { planOf } from '../../apps/simulator/src/plan.ts'
import { drive } from '../../apps/simulator/src/ride.ts'
import { makeTaxis } from '../../apps/simulator/src/taxis.ts'
import { fleet as madrid, order } from '../../apps/simulator/src/testing-ride.ts'
import { expect, expectAccessible, signIn, test } from '../desk.ts'
import { openFleetOf } from '../supplier.ts'

test.use({ withMap: true })

const cathedral = { addressField: 'Catedral, Cádiz', lat: 36.5292, lon: -6.2951 }
const beach = { addressField: 'Cortadura, Cádiz', lat: 36.5068, lon: -6.2745 }

const metresToStreet = (point: Point) => straightLineMetres(onStreet(point) ?? { lat: 0, lon: 0 }, point)

const bookInCadiz = async (page: Page) => {
  const token = JSON.parse((await page.evaluate(() => sessionStorage.getItem('token'))) ?? '""') as string
  const post = async (action: string, booking: object) => {
    const answer = await page.request.post(`http://localhost:${process.env.E2E_PORT}/api/services/demo/${action}`, {
      headers: { token },
      data: { booking },
    })
    expect(answer.status()).toBe(200)
    return ((await answer.json()) as { response: { booking: { id: number; distanceMeters: number } } }).response.booking
  }
  const ride = { origin: cathedral, destination: beach, asap: true, timeBookingStart: Date.now(), paymentMethod: 11 }
  const { id } = await post('create', { ...ride, status: 5, entryChannel: 20 })
  const caller = { passengerName: 'Rocío Calle', phoneNumberPassenger: '699 555 020' }
  return post('confirm', { ...ride, ...caller, id, idFleet: madrid.id })
}

/** Drives one booking with the simulator's own ride, twenty times as fast as the streets allow. */
const driveTaxi = async (idBooking: number) => {
  const { report } = await openFleetOf(idBooking)
  const stop = new AbortController()
  const clock = makeClock(20)
  const home = { ...madrid, lat: beach.lat, lon: beach.lon, radiusKm: 1, geoAreaOrigin: [] }
  const ride = { ...order, idBooking, origin: cathedral, destination: beach, timeBookingStart: Date.now() }
  const ended = drive(
    {
      plan: { ...planOf(1, { fleet: 'demo:29', idBooking, attempt: 1 }, 0), answerAfter: 0 },
      taxis: makeTaxis(home, 1, { seed: 1, subdomain: 'demo', clock }),
      clock,
      order: () => ride,
      tell: async (told) => void (await report(told)),
      signal: stop.signal,
    },
    'asked',
  ).catch((error) => {
    if (!stop.signal.aborted) throw error
  })
  return async () => {
    stop.abort()
    await ended
  }
}

/** The taxi's position in a tracking response. */
const pointIn = async (answer: Response): Promise<Point> => {
  const { response }: { response: { coords: { lat: number; lng: number } } } = await answer.json()
  return { lat: response.coords.lat, lon: response.coords.lng }
}

test('a ride is drawn along the streets, and its taxi keeps to them', async ({ page }) => {
  test.slow()
  await signIn(page, 'operator')
  const { id, distanceMeters } = await bookInCadiz(page)
  const answer = page.waitForResponse((response) => response.url().includes('/places/demo/way'))
  await page.goto(`/services/${id}`)
  const { way } = ((await (await answer).json()) as { response: { way: { distanceMeters: number; path: string } } })
    .response
  const path = decodePath(way.path)
  expect(path.length).toBeGreaterThan(20)
  expect(Math.max(...path.map(metresToStreet))).toBeLessThan(3)
  expect(distanceMeters).toBe(way.distanceMeters)
  await expectAccessible(page)

  const seen: Promise<Point>[] = []
  const note = (response: Response) => {
    if (response.url().includes('/tracking/') && response.status() === 200) seen.push(pointIn(response))
  }
  page.on('response', note)
  const stop = await driveTaxi(id)
  await expect(page.getByText(/^At (pickup|destination) in \d+ min$/).first()).toBeVisible()
  await expect.poll(() => seen.length, { timeout: 40_000 }).toBeGreaterThan(2)
  await stop()
  // Responses under way are read to their end, because the page closes with the test.
  page.off('response', note)
  const points = await Promise.all(seen)
  expect(Math.max(...points.map(metresToStreet))).toBeLessThan(3)
})

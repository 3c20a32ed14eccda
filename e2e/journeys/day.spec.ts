import type { Browser, Page } from '@playwright/test'
import { type Plan, planOf } from '../../apps/simulator/src/plan.ts'
import { expect, expectAccessible, signIn, test, withoutMap } from '../desk.ts'
import { expectLive } from '../telephone.ts'
import { openTown } from '../town.ts'
import { typist } from '../typist.ts'

const refusing = { id: 31, name: 'Tele Taxi Corredor' }
const accepting = { id: 29, name: 'Radio Taxi Madrid Demo' }
const phone = '610555123'
/** Fleets answer in their own time, above all where other journeys have the processors. */
const patient = { timeout: 90_000 }

/** Taken, driven without trouble, and billed at more than twice its price. */
const isOvercharged = ({ answer, givesUpAt, silence, jam, priceAfter, isNoShow, price }: Plan) =>
  answer === 'accept' && !givesUpAt && !silence && jam + priceAfter === 0 && !isNoShow && price === 'tooHigh'

/** The fleets' manners follow from a seed: the first one with which the booking has the day that is to be seen. */
const seedFor = (idBooking: number) => {
  const planned = (seed: number, fleet: number, id: number) =>
    planOf(seed, { fleet: `demo:${fleet}`, idBooking: id, attempt: 1 }, 1)
  for (let seed = 0; ; seed++) {
    const isRefused = planned(seed, refusing.id, idBooking).answer === 'refuse'
    // Its successor with the next fleet is the next booking of the town.
    if (isRefused && isOvercharged(planned(seed, accepting.id, idBooking + 1))) return seed
  }
}

/** Ana takes the call; Félix, who may do everything, looks on and checks the price. */
const twoDesks = async (browser: Browser, origin: string) => {
  const contexts = await Promise.all([browser.newContext(), browser.newContext()])
  const [ana, felix] = (await Promise.all(contexts.map((context) => context.newPage()))) as [Page, Page]
  await withoutMap(ana)
  await signIn(ana, 'operator', 'demo', `${origin}/dashboard`)
  await signIn(felix, 'everything', 'demo', `${origin}/dashboard`)
  for (const page of [ana, felix]) await expectLive(page)
  return { ana, felix, close: () => Promise.all(contexts.map((context) => context.close())) }
}

/** From the ring to the fleet: who calls is new, the rest is typed. Answers the number of the booking. */
const takeCall = async (page: Page, beforeSending: (idBooking: number) => Promise<void>) => {
  await expect(page.getByText(phone)).toBeVisible()
  const { press, pressFor, type } = typist(page)
  await pressFor('F2', 'phoneNumber')
  await pressFor('Enter', 'origin')
  for (const [typed, next] of [
    ['centro de coslada', 'destination'],
    ['atocha', 'when'],
  ] as const) {
    await type(typed)
    await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
    await pressFor('Enter', next)
  }
  const created = page.waitForResponse(/\/services\/demo\/create$/)
  await pressFor('Enter', 'passengerName')
  await type('Rosa Jornada')
  const { response } = await (await created).json()
  const id: number = response.booking.id
  await page.getByRole('option', { name: new RegExp(refusing.name) }).click()
  await beforeSending(id)
  await press('Control+Enter')
  await expect(page.getByText('Booking created')).toBeVisible()
  return id
}

const timeline = (page: Page) => page.getByRole('region', { name: 'Timeline' })
/** The word beside the booking's number. */
const expectState = async (pages: readonly Page[], word: string) => {
  for (const page of pages) await expect(page.locator('h1 + *')).toContainText(word, patient)
}

/** The refused booking gets another fleet and goes on with it, under a number of its own. */
const handOver = async (page: Page) => {
  await page.keyboard.press('a')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: new RegExp(accepting.name) }).check()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Fleet added')).toBeVisible()
  await page.keyboard.press('n')
  await expect(dialog.getByRole('radio', { name: new RegExp(accepting.name) })).toBeChecked()
  await page.keyboard.press('Control+Enter')
}

const correctPrice = async (page: Page, price: string) => {
  await page.keyboard.press('e')
  const dialog = page.getByRole('dialog')
  for (const label of ['Supplier price', 'Customer price']) await dialog.getByLabel(label).fill(price)
  for (const settled of ['Price out of range', 'Price too high']) await dialog.getByLabel(settled).check()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Booking updated')).toBeVisible()
}

test('one booking through a whole day, on two desks, with fleets that drive', async ({ browser }) => {
  test.setTimeout(240_000)
  const town = await openTown()
  try {
    const { ana, felix, close } = await twoDesks(browser, town.origin)
    const desks = [ana, felix]
    await town.ring(phone)
    const id = await takeCall(ana, (idBooking) =>
      town.drive(
        [refusing.id, accepting.id],
        ['--speed', '240', '--taxis', '60', '--seed', String(seedFor(idBooking))],
      ),
    )
    await felix.goto(`${town.origin}/services/${id}`)
    await expect(ana.getByRole('row', { name: /Rosa Jornada/ }).getByText(/^(Searching|No taxi found)$/)).toBeVisible()
    await ana.getByRole('row', { name: /Rosa Jornada/ }).click()
    for (const page of desks) await expect(timeline(page).getByText(/Corredor.* · Refused/)).toBeVisible(patient)

    await handOver(ana)
    await expect(ana).toHaveURL(new RegExp(`/services/${id + 1}$`))
    await felix.goto(`${town.origin}/services/${id + 1}`)
    await expect(felix.getByText('Ana Pérez is here')).toBeVisible()
    await expectState(desks, 'Confirmed')
    for (const page of desks)
      await expect(page.getByText(/^(Taxi on the map|At (pickup|destination) in \d+ min)$/)).toBeVisible()
    await expectState(desks, 'On board')
    await expectAccessible(ana)
    await expectState(desks, 'Finished')
    for (const page of desks) await expect(page.getByText(/Check the price: .*Price too high/)).toBeVisible()
    await expectAccessible(felix)

    await correctPrice(felix, '27.10')
    for (const page of desks) {
      await expect(page.getByText(/Check the price/)).toHaveCount(0)
      await expect(timeline(page).getByText('Félix Marín · Edited')).toBeVisible()
    }
    await close()
  } finally {
    await town.close()
  }
})

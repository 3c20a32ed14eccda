import type { Page } from '@playwright/test'
import { type Plan, planOf } from '../../apps/simulator/src/plan.ts'
import { expect, expectAccessible, press, test } from '../desk.ts'
import { expectToast } from '../toasts.ts'
import { openTown } from '../town.ts'
import { typist } from '../typist.ts'

const refusing = { id: 31, name: 'Tele Taxi Corredor' }
const accepting = { id: 29, name: 'Radio Taxi Madrid Demo' }
const phone = '610555123'
/** Fleets answer in their own time, especially while other journeys use the processors. */
const patient = { timeout: 90_000 }

/** A plan in which the booking is accepted, driven without trouble, and billed at more than twice its price. */
const isOvercharged = ({ answer, givesUpAt, silence, jam, priceAfter, isNoShow, price }: Plan) =>
  answer === 'accept' && !givesUpAt && !silence && jam + priceAfter === 0 && !isNoShow && price === 'tooHigh'

/** The fleets' behaviour follows from a seed. Finds the first one that gives the booking the day to be shown. */
const seedFor = (idBooking: number) => {
  const planned = (seed: number, fleet: number, id: number) =>
    planOf(seed, { fleet: `demo:${fleet}`, idBooking: id, attempt: 1 }, 1)
  for (let seed = 0; ; seed++) {
    const isRefused = planned(seed, refusing.id, idBooking).answer === 'refuse'
    // Handed to the next fleet, it gets the town's next booking number.
    if (isRefused && isOvercharged(planned(seed, accepting.id, idBooking + 1))) return seed
  }
}

/** Takes the call of an unknown caller, from the ring to the fleet. Returns the booking's id. */
const takeCall = async (page: Page, beforeSending: (idBooking: number) => Promise<void>) => {
  await expect(page.getByText(phone)).toBeVisible()
  const { pressUntil, pressFor, type } = typist(page)
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
  await pressUntil('Control+Enter', () => expectToast(page, 'Booking created'))
  return id
}

/** Simulator speed: fast enough to watch, slow enough for a desk on a busy machine to show every state. */
const watchable = '60'
/** Simulator speed at which the fleet has the order, but would answer it minutes after the journey's end. */
const asleep = '0.01'

const manners = (idBooking: number, speed = watchable) => [
  ...['--speed', speed, '--taxis', '60'],
  ...['--seed', String(seedFor(idBooking))],
]

const timeline = (page: Page) => page.getByRole('region', { name: 'Timeline' })
/** Expects this word beside the booking's number. */
const expectState = async (pages: readonly Page[], word: string) => {
  for (const page of pages) await expect(page.locator('h1 + *')).toContainText(word, patient)
}

type Day = { states: string[]; isTaxiSeen: boolean }

/** Records what a booking's page shows from now on, because a state may pass while the journey looks elsewhere. */
const watch = async (page: Page) => {
  const seen = await page.evaluateHandle(() => {
    const noted: Day = { states: [], isTaxiSeen: false }
    const look = () => {
      const state = document.querySelector('h1 + *')?.textContent
      if (state && state !== noted.states.at(-1)) noted.states.push(state)
      noted.isTaxiSeen ||= /Taxi on the map|At (pickup|destination) in \d+ min/.test(document.body.textContent)
    }
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true })
    look()
    return noted
  })
  return () => seen.jsonValue()
}

/** Hands the refused booking to another fleet, where it continues under a number of its own. */
const handOver = async (page: Page) => {
  const dialog = page.getByRole('dialog')
  const fleet = dialog.getByRole('radio', { name: new RegExp(accepting.name) })
  await press(page, 'a', dialog)
  await fleet.check()
  await press(page, 'Control+Enter', () => expectToast(page, /^Fleet added$/m))
  await press(page, 'n', () => expect(fleet).toBeChecked())
  await press(page, 'Control+Enter', () => expect(dialog).toHaveCount(0))
}

const correctPrice = async (page: Page, price: string) => {
  const dialog = page.getByRole('dialog')
  await press(page, 'e', dialog)
  for (const label of ['Supplier price', 'Customer price']) await dialog.getByLabel(label).fill(price)
  for (const settled of ['Price out of range', 'Price too high'])
    await dialog.getByRole('checkbox', { name: settled }).check()
  await dialog.getByLabel('Validation reason').selectOption('Price too high')
  await dialog.getByLabel('Explanation').fill('The meter ran on at the rank')
  await press(page, 'Control+Enter', () => expectToast(page, 'Booking updated'))
}

test('one booking goes through a whole day on two desks, with fleets that drive', async ({ openDesk }) => {
  test.setTimeout(240_000)
  const town = await openTown()
  try {
    // Ana takes the call; Félix, who may do everything, looks on and checks the price.
    const path = `${town.origin}/dashboard`
    const ana = await openDesk('operator', { path })
    const felix = await openDesk('everything', { path, withMap: true })
    const desks = [ana, felix]
    await town.ring(phone)
    const id = await takeCall(ana, (idBooking) => town.drive([refusing.id], manners(idBooking)))
    await felix.goto(`${town.origin}/services/${id}`)
    // Once refused, it rises on the board, perhaps to another page.
    await ana.getByLabel('Filter by Passenger', { exact: true }).fill('Rosa Jornada')
    const row = ana.locator('tbody').getByRole('row')
    await expect(row).toHaveCount(1)
    await expect(row.getByText(/^(Searching|No taxi found)$/)).toBeVisible()
    await row.click()
    for (const page of desks) await expect(timeline(page).getByText(/Corredor.* · Refused/)).toBeVisible(patient)

    await town.drive([accepting.id], manners(id, asleep))
    await handOver(ana)
    await expect(ana).toHaveURL(new RegExp(`/services/${id + 1}$`))
    await felix.goto(`${town.origin}/services/${id + 1}`)
    await expect(felix.getByText('Ana Pérez is here')).toBeVisible()
    await expectState(desks, 'Searching')
    const watching = await Promise.all(desks.map(watch))
    // The next fleet starts only now that both desks are watching.
    await town.drive([accepting.id], manners(id))
    await expectState([ana], 'On board')
    await expectAccessible(ana)
    await expectState(desks, 'Finished')
    for (const seen of watching)
      expect(await seen()).toEqual({ states: ['Searching', 'Confirmed', 'On board', 'Finished'], isTaxiSeen: true })
    for (const page of desks) await expect(page.getByText(/Check the price: .*Price too high/)).toBeVisible()
    await expectAccessible(felix)

    await correctPrice(felix, '27.10')
    for (const page of desks) {
      await expect(page.getByText(/Check the price/)).toHaveCount(0)
      await expect(timeline(page).getByText('Félix Marín · Edited')).toBeVisible()
    }
    // Closed before the server stops.
    for (const page of desks) await page.close()
  } finally {
    await town.close()
  }
})

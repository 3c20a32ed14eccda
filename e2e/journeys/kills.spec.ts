import { writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { openCallers } from '../callers.ts'
import { expect, test } from '../desk.ts'
import { type KeptInstallation, openKept, type Victim } from '../kept.ts'

type Plan = { kills: Record<Victim, number>; outages: number[]; callers: number; report?: string }

// Small here; npm run test:kills runs it at full size and also checks how long everything took.
const {
  kills,
  outages,
  callers: callersAtWork,
  report,
}: Plan = process.env.KILLS
  ? JSON.parse(process.env.KILLS)
  : { kills: { server: 1, database: 1, both: 1 }, outages: [], callers: 2 }
const victims = (['server', 'database', 'both'] as const).flatMap((victim) => Array<Victim>(kills[victim]).fill(victim))

test.setTimeout(120_000 + victims.length * 60_000 + outages.length * 60_000 + Math.max(0, ...outages) * 2_000)
// What the browser itself logs about unanswered requests.
test.use({ toLog: /net::ERR_|WebSocket connection to|could not be loaded|status of 50\d/ })

const name = 'Killed'

const killing = test.extend<{ kept: KeptInstallation }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
  kept: async ({}, use) => {
    const kept = await openKept()
    await use(kept)
    await kept.dispose()
  },
})

/** The passengers of the callers' live bookings; each has one booking. */
const aliveIn = ({ withDatabase }: KeptInstallation) =>
  withDatabase(({ inTenant }) =>
    inTenant(1, async (tx) => {
      const rows = await tx
        .selectFrom('booking')
        .select('passenger_name')
        .where('status', 'in', [10, 20, -30])
        .where('passenger_name', 'like', `${name} %`)
        .execute()
      return rows.map((row) => row.passenger_name).toSorted()
    }),
  )

const shownOn = async (page: Page) => {
  const passengers = await page
    .getByRole('row')
    .getByText(new RegExp(`^${name} \\d`))
    .allInnerTexts()
  return passengers.toSorted()
}

killing(
  'bookings made while server and database are killed are kept once, and every desk shows them',
  async ({ kept, openDesk }) => {
    const callers = openCallers(kept, callersAtWork, name)
    const path = `${kept.origin}/dashboard?passengerName=${name}`
    const desks = await Promise.all([1, 2, 3].map(() => openDesk('operator', { path })))
    /** Waits until each desk is live and shows what the database holds. */
    const allRight = async (since = performance.now()) => {
      const alive = await aliveIn(kept)
      for (const desk of desks) {
        await expect.poll(() => shownOn(desk), { timeout: 60_000 }).toEqual(alive)
        await expect(desk.getByRole('banner').getByText('live', { exact: true })).toBeVisible({ timeout: 60_000 })
      }
      return performance.now() - since
    }
    const table: { what: string; took: number; right: number }[] = []
    await callers.during(() => wait(500))
    await allRight()
    for (const victim of victims) {
      const { took, at } = await callers.during(async () => {
        // The callers need some time to work between two kills.
        await wait(2_500 + Math.random() * 1_000)
        return { took: await kept.kill(victim), at: performance.now() }
      })
      table.push({ what: victim, took, right: await allRight(at) })
    }
    for (const outage of outages) {
      const { took, at } = await callers.during(async () => {
        await wait(500)
        const stopping = await kept.stop()
        await wait(outage * 1_000)
        await kept.startAgain()
        return { took: stopping, at: performance.now() }
      })
      table.push({ what: `${outage} s`, took, right: await allRight(at) })
    }

    const stored = await kept.withDatabase(({ inTenant }) =>
      inTenant(1, (tx) =>
        tx
          .selectFrom('booking')
          .select(['id', 'passenger_name'])
          .where('passenger_name', 'like', `${name} %`)
          .execute(),
      ),
    )
    if (report) writeFileSync(report, JSON.stringify({ table, acknowledged: callers.acknowledged.size }))
    expect(new Map(stored.map(({ id, passenger_name }) => [passenger_name, id]))).toEqual(callers.acknowledged)
    expect(stored).toHaveLength(callers.acknowledged.size)
  },
)

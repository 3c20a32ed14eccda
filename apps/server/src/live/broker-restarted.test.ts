import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { DeskReport } from './testing-desks.ts'
import { type LiveProcess, liveProcess } from './testing-live-process.ts'

/** The time from the first tenth of the desks to the last tenth; a machine that stalls only makes it longer. */
const spreadMs = (times: number[]) => {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN
  return at(0.9) - at(0.1)
}

const brokers = [
  { name: 'the embedded broker', withRabbit: false, count: 120 },
  // RabbitMQ asks the server eight questions for each desk, so more desks would take longer on the two cores that
  // everything here shares.
  { name: 'RabbitMQ', withRabbit: true, count: 80 },
]

describe.each(brokers)('$name restarted with $count desks connected', ({ withRabbit, count }) => {
  let live: LiveProcess
  let reports: () => Promise<DeskReport[]>
  const howMany = async (isIt: (desk: DeskReport) => boolean) => (await reports()).filter(isIt).length

  beforeAll(async () => {
    live = await liveProcess({ withRabbit })
    await live.start()
    reports = (await live.openDesks(count, ['everybody'])).reports
    await vi.waitUntil(async () => (await howMany(({ isLive }) => isLive)) === count, {
      timeout: 90_000,
      interval: 250,
    })
  }, 150_000)
  afterAll(() => live?.stop())

  it('gets all of them back, spread over time and with the changes made in between', async () => {
    const lostAt = Date.now()
    await (live.rabbit?.kill() ?? live.kill())
    await live.changeBooking()
    if (live.rabbit) await live.rabbit.startAgain()
    else await live.start()
    const isBack = ({ isLive, reloadedAt }: DeskReport) => isLive && reloadedAt > lostAt
    await expect.poll(() => howMany(isBack), { timeout: 60_000, interval: 500 }).toBe(count)

    const desks = await reports()
    expect(spreadMs(desks.map(({ askedAt }) => askedAt))).toBeGreaterThan(2_000)
    expect(desks.filter(({ showsChange }) => !showsChange)).toEqual([])
    await live.tell('everybody', { n: 1 })
    await expect.poll(() => howMany(({ heard }) => heard.includes('{"n":1}')), { timeout: 20_000 }).toBe(count)
  }, 120_000)
})

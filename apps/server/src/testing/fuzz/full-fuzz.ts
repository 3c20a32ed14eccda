import { expect, it } from 'vitest'
import { expectUnharmed, fuzzServer } from './fuzz-server.ts'

const megabytes = (bytes: number) => Math.round(bytes / 1_000_000)

it('a server meets 100,000 frames and all calls a hundred times, and is none the worse', async () => {
  const outcome = await fuzzServer({
    frames: 100_000,
    runsPerCall: 100,
    seed: 20_261_116,
    warmUp: { frames: 20_000, runsPerCall: 20 },
  })
  const { before, after, calls, stomp } = outcome
  console.table({
    'resident, MB': { before: megabytes(before.rss), after: megabytes(after.rss) },
    'heap reserved, MB': { before: megabytes(before.heapTotal), after: megabytes(after.heapTotal) },
    'held after collecting, MB': { before: megabytes(before.held), after: megabytes(after.held) },
  })
  console.log('Answers to calls by status:', calls.statuses)
  const { told, ...sent } = stomp
  const commonest = Object.entries(told).sort(([, one], [, other]) => other - one)
  console.log('Frames and sockets:', sent, 'Commonest refusals:', Object.fromEntries(commonest.slice(0, 12)))
  expectUnharmed(outcome)
  expect(stomp.frames).toBeGreaterThanOrEqual(100_000)
})

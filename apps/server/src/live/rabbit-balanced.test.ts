import { afterAll, beforeAll, expect, it } from 'vitest'
import { until } from '../suppliers/testing-world.ts'
import { openDoor } from './testing.ts'
import { authUrlAt, type LiveProcess, liveProcess } from './testing-live-process.ts'
import { type Rabbit, startRabbit } from './testing-rabbit.ts'

let door: Awaited<ReturnType<typeof openDoor>>
let rabbit: Rabbit
let first: LiveProcess
let second: LiveProcess

beforeAll(async () => {
  door = await openDoor()
  rabbit = await startRabbit(authUrlAt(door.port))
  first = await liveProcess({ rabbit })
  second = await liveProcess({ rabbit, database: first.database })
  door.leadTo(first.port, second.port)
  await first.start()
  await second.start()
}, 150_000)
afterAll(async () => {
  await second?.stop()
  await first?.stop()
  await rabbit?.stop()
  door?.close()
})

const openDesk = async (server: LiveProcess) => {
  const { reports } = await server.openDesks(1, ['everybody'], { isHasty: true })
  const desk = async () => {
    const [report] = await reports()
    if (!report) throw new Error('No desk')
    return report
  }
  await until(async () => (await desk()).isLive, 'a desk that is live')
  return desk
}

it('while the first server is down RabbitMQ asks the second, so desks can connect and connected ones stay', async () => {
  const before = await openDesk(second)
  const { subscribedAt } = await before()
  await first.kill()
  const after = await openDesk(second)
  await second.tell('everybody', { n: 1 })
  for (const desk of [before, after]) await until(async () => (await desk()).heard.includes('{"n":1}'), 'the event')
  expect((await before()).subscribedAt).toBe(subscribedAt)

  // Once it is back, the first server is asked again, and knows no listener yet.
  await first.start()
  const again = await openDesk(first)
  await first.tell('everybody', { n: 2 })
  for (const desk of [before, after, again])
    await until(async () => (await desk()).heard.includes('{"n":2}'), 'the event after its return')
}, 180_000)

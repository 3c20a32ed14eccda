import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import WebSocket from 'ws'
import { embeddedBroker, serveSockets } from '../live/embedded-broker.ts'
import { stopServing } from '../server.ts'
import { type TestServer, testServer } from '../testing/server.ts'
import { whoWaits } from '../testing/waiting.ts'

let server: TestServer
let owner: pg.Client
let agent: Agent
let port: number

beforeEach(async () => {
  server = await testServer()
  owner = new pg.Client({ connectionString: server.database.ownerUrl })
  await owner.connect()
  agent = new Agent({ keepAlive: true })
})
afterEach(async () => {
  agent.destroy()
  await owner.end()
  await server.stop()
})

const listen = async () => {
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  port = (server.app.server.address() as AddressInfo).port
}

const ask = async (token: string) => {
  const asked = get({ port, host: '127.0.0.1', path: '/api/users/demo/self', agent, headers: { token } })
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  answer.resume()
  await once(answer, 'end')
  return answer
}

/** A request that waits for the database until the lock is released. */
const hangingCall = async (token: string) => {
  await owner.query('begin; lock table session in access exclusive mode')
  const call = ask(token)
  call.catch(() => {})
  await expect.poll(async () => (await owner.query(whoWaits())).rowCount).toBeGreaterThan(0)
  return { call }
}

it('finishes requests under way, accepts no new ones, and does not wait for idle connections', async () => {
  await listen()
  const token = await server.signInAs('operator')
  await ask(token)
  const { call } = await hangingCall(token)

  const stopped = stopServing(server.app)
  await expect
    .poll(() =>
      fetch(`http://127.0.0.1:${port}/api/users/demo/self`).then(
        () => true,
        () => false,
      ),
    )
    .toBe(false)
  await owner.query('commit')
  const { statusCode, headers } = await call
  expect([statusCode, headers.connection]).toEqual([200, 'close'])
  await stopped
})

it('cuts off a request that hangs', async () => {
  await listen()
  const { call } = await hangingCall(await server.signInAs('operator'))
  await stopServing(server.app, 50)
  await expect(call).rejects.toThrow()
  await owner.query('commit')
})

it('does not wait for an unresponsive browser', async () => {
  const gate = { login: async () => undefined, destinations: async () => undefined, ended: async () => [] }
  const broker = embeddedBroker(gate, server.config.live)
  serveSockets(server.app, broker, () => true)
  await listen()
  const socket = new WebSocket(`ws://127.0.0.1:${port}/live`, 'v12.stomp')
  await once(socket, 'open')
  socket.pause()
  await broker.close()
  await stopServing(server.app)
  expect(broker.connections()).toBe(0)
  socket.terminate()
})

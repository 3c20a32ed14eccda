import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { services } from '@parada/contract/calls/services'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { userOf } from './client.ts'

type Answer = { status: number; response?: object }

const says = (status: number) => (): Answer => ({ status })

const heard: { path: string; key: string | undefined; token: string | undefined }[] = []
let answers: ((path: string) => Answer)[] = []
const server = createServer((request, response) => {
  const { url: path = '', headers } = request
  heard.push({
    path,
    key: headers['idempotency-key'] as string | undefined,
    token: headers.token as string | undefined,
  })
  const { status, response: body } = (answers.shift() ?? says(500))(path)
  const meta = { code: status, errorMessage: `told ${status}` }
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ meta, response: body }))
})
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => void server.close())
beforeEach(() => {
  heard.length = 0
  answers = []
})

const anybody = () => {
  const api = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`
  return userOf(api, { subdomain: 'demo', identifier: 'a@demo.example', password: 'x' })
}
const signsIn = () => ({ status: 200, response: { token: 'T', permissions: [] } })
const finds = () => ({ status: 200, response: { services: [] } })

it('signs in once, and again when the session has ended', async () => {
  const user = anybody()
  answers = [signsIn, finds, says(401), signsIn, finds]
  await user.ask(services.alive)
  await expect(user.ask(services.alive)).rejects.toThrow('401')
  await user.ask(services.alive)
  expect(heard.map(({ path }) => path.split('/')[2])).toEqual([
    'authenticate',
    'services',
    'services',
    'authenticate',
    'services',
  ])
  expect(heard[1]?.token).toBe('T')
})

it('does not retry a wrong password', async () => {
  const user = anybody()
  answers = [says(401)]
  await expect(user.ask(services.alive)).rejects.toThrow('401')
  await expect(user.ask(services.alive)).rejects.toThrow('cannot sign in')
  expect(heard).toHaveLength(1)
})

it('retries after a server error with the same idempotency key', async () => {
  const user = anybody()
  answers = [signsIn, says(500), () => ({ status: 200, response: { booking: { id: 7 } } })]
  const { booking } = await user.ask(services.act, { params: { action: 'create' }, body: { booking: {} } })
  expect(booking.id).toBe(7)
  expect(heard[1]?.key).toMatch(/^[\w-]{36}$/)
  expect(heard[2]?.key).toBe(heard[1]?.key)
})

import { readFile, stat } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestServer, testServer } from '../testing/server.ts'
import { handOverLinks, type SimulatorLinks, simulatorFile } from './simulator-links.ts'

let server: TestServer
const listen = 'http://127.0.0.1:4999'

beforeAll(async () => {
  server = await testServer({ SIMULATOR_URL: listen })
})
afterAll(() => server.stop())

it('gives the simulator the secrets of the demo’s fleets, in a file that only its user can read', async () => {
  await handOverLinks(server.database, server.config, 'http://localhost:4300/api')
  const told = JSON.parse(await readFile(simulatorFile(server.home), 'utf8')) as SimulatorLinks
  expect([told.api, told.listen]).toEqual(['http://localhost:4300/api', listen])
  expect([...new Set(told.links.map(({ subdomain }) => subdomain))]).toEqual(['demo', 'costa', 'norte'])
  expect(told.links.find(({ idFleet }) => idFleet === 29)?.secret).toMatch(/^[\w-]{43}$/)
  expect(new Set(told.links.map(({ secret }) => secret)).size).toBe(told.links.length)
  // Fleets reached by phone or mail are not simulated.
  expect(told.links.map(({ idFleet }) => idFleet)).not.toEqual(expect.arrayContaining([134]))
  expect(told.links.map(({ idFleet }) => idFleet)).not.toEqual(expect.arrayContaining([87]))
  expect((await stat(simulatorFile(server.home))).mode & 0o777).toBe(0o600)
})

it('gives the simulator a telephone key for each tenant, and revokes it at the next start', async () => {
  const told = async () => {
    await handOverLinks(server.database, server.config, 'http://localhost:4300/api')
    return JSON.parse(await readFile(simulatorFile(server.home), 'utf8')) as SimulatorLinks
  }
  const ring = ({ desks: [desk] }: SimulatorLinks) =>
    server.ask('/api/calls/demo/incoming', {
      method: 'POST',
      headers: { 'x-api-key': desk?.telephoneKey ?? '' },
      body: { phoneNumberOrigin: '600000001', phoneNumberDialed: '910000001' },
    })
  const first = await told()
  expect(first.desks.map(({ subdomain }) => subdomain)).toEqual(['demo', 'costa', 'norte'])
  expect((await ring(first)).meta.code).toBe(204)
  const second = await told()
  expect((await ring(second)).meta.code).toBe(204)
  expect((await ring(first)).meta.code).toBe(401)
})

it('writes no file if nothing is simulated', async () => {
  const quiet = await testServer()
  await handOverLinks(quiet.database, quiet.config, 'http://localhost:4300/api')
  await expect(stat(simulatorFile(quiet.home))).rejects.toThrow('ENOENT')
  await quiet.stop()
})

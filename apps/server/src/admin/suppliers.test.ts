import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestServer, testServer } from '../testing/server.ts'
import { runAdmin } from './commands.ts'

let server: TestServer

beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())

const admin = (...words: string[]) =>
  runAdmin(
    ['supplier', ...words],
    () => undefined,
    async () => ({ ...server.database, close: async () => {} }),
  )
const address = ['--url', 'https://dispatch.fleet.example/parada']

it('links a fleet with a secret that is shown only once, changes the link, and removes it', async () => {
  const linked = await admin('link', 'demo', '36', ...address, '--timeout', '90')
  const [, secret] = /^Secret: ([\w-]{43})$/m.exec(linked) ?? []
  const shown = await admin('links', 'demo')
  expect(shown).toMatch(/^36 +Taxi Tormes \(Salamanca\) +https:\/\/dispatch\.fleet\.example\/parada +90 +0/m)
  expect(shown).not.toContain(secret)
  expect(await admin('link', 'demo', '36', ...address)).not.toContain(secret)
  expect(await admin('unlink', 'demo', '36')).toBe('Fleet 36 of demo unlinked')
  expect(await admin('links', 'demo')).not.toMatch(/^36 /m)
})

it.each([
  [
    'a fleet that is not there',
    ['link', 'demo', '999', ...address],
    'There is no fleet 999: see npm run admin -- fleet list demo',
  ],
  ['a fleet of another tenant', ['link', 'demo', '140', ...address], /^There is no fleet 140/],
  ['a fleet that is rung', ['link', 'demo', '134', ...address], 'Fleet 134 has protocol 0, which needs no link'],
  ['a fleet that is mailed', ['link', 'demo', '87', ...address], 'Fleet 87 has protocol 1, which needs no link'],
  ['no address', ['link', 'demo', '29'], /^Give --url\. Usage:/],
  ['an address with a query', ['link', 'demo', '29', '--url', 'https://a.example/?x=1'], /is not a URL/],
  ['an address of another kind', ['link', 'demo', '29', '--url', 'ftp://a.example'], /is not a URL/],
  ['too short a time', ['link', 'demo', '29', ...address, '--timeout', '1'], '--timeout must be 2 to 86400 seconds'],
  ['a fleet that is not linked', ['unlink', 'demo', '134'], /^Fleet 134 is not linked/],
  ['a word for a fleet', ['unlink', 'demo', 'x'], '"x" is not the id of a fleet'],
])('refuses %s', async (_, words, message) => {
  await expect(admin(...words)).rejects.toThrow(message)
})

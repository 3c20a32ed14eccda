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
    ['trips', ...words],
    () => undefined,
    async () => ({ ...server.database, close: async () => {} }),
  )

it('links a supplier with a secret that is shown only once, changes the link, and revokes the secret', async () => {
  const linked = await admin('link', 'demo', '31', 'mobility', 'Bicis Prueba', '--protocol', '3')
  const [, secret] = /^Secret: ([\w-]{43})$/m.exec(linked) ?? []
  const shown = await admin('links', 'demo')
  expect(shown).toMatch(/^31 +Bicis Prueba +mobility +3 +yes/m)
  expect(shown).not.toContain(secret)
  expect(await admin('link', 'demo', '31', 'mobility', 'Bicis Otra')).not.toContain(secret)
  expect(await admin('unlink', 'demo', '31')).toBe('Supplier 31 of demo unlinked')
  expect(await admin('links', 'demo')).toMatch(/^31 +Bicis Otra +mobility +0 +no/m)
  await expect(admin('unlink', 'demo', '31')).rejects.toThrow(/^Supplier 31 is not linked/)
})

it.each([
  ['an unknown mode', ['link', 'demo', '31', 'sledge', 'X'], '"sledge" must be one of parking, mobility, ticket'],
  ['a word for a supplier', ['link', 'demo', 'x', 'ticket', 'X'], '"x" is not the id of a supplier'],
  ['no name', ['link', 'demo', '31', 'ticket', ' '], 'The name must have 1 to 100 characters'],
  ['the id of another mode', ['link', 'demo', '13', 'ticket', 'X'], /^Supplier 13 is of another mode/],
  ['a protocol in words', ['link', 'demo', '31', 'ticket', 'X', '--protocol', 'Qoob'], /^--protocol must be a number/],
])('refuses %s', async (_, words, message) => {
  await expect(admin(...words)).rejects.toThrow(message)
})

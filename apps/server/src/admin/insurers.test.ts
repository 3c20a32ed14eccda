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
    ['insurers', ...words],
    () => undefined,
    async () => ({ ...server.database, close: async () => {} }),
  )

it('links an insurer to a payment account with a secret that is shown only once, and revokes the secret', async () => {
  const linked = await admin('link', 'demo', '7', '103', 'Seguros Prueba')
  const [, secret] = /^Secret: ([\w-]{43})$/m.exec(linked) ?? []
  const shown = await admin('links', 'demo')
  expect(shown).toMatch(/^7 +Seguros Prueba +103 +yes/m)
  expect(shown).not.toContain(secret)
  expect(await admin('link', 'demo', '7', '104', 'Seguros Prueba')).not.toContain(secret)
  expect(await admin('unlink', 'demo', '7')).toBe('Insurer 7 of demo unlinked')
  expect(await admin('links', 'demo')).toMatch(/^7 +Seguros Prueba +104 +no/m)
  await expect(admin('unlink', 'demo', '7')).rejects.toThrow(/^Insurer 7 is not linked/)
})

it.each([
  ['an account of another tenant', ['link', 'demo', '7', '201', 'X'], 'demo has no payment account 201'],
  ['a word for an insurer', ['link', 'demo', 'x', '101', 'X'], '"x" is not the id of an insurer'],
  ['a word for an account', ['link', 'demo', '7', 'x', 'X'], '"x" is not the id of a payment account'],
  ['no name', ['link', 'demo', '7', '101', ' '], 'The name must have 1 to 100 characters'],
])('refuses %s', async (_, words, message) => {
  await expect(admin(...words)).rejects.toThrow(message)
})

import { appSecret } from '@parada/db/queries/promos'
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
    ['app', ...words],
    () => undefined,
    async () => ({ ...server.database, close: async () => {} }),
  )
const kept = () => server.database.inTenant(1, async (tx) => (await appSecret(tx, 1, 101))?.reveal())

it('links the app of a white label with a printed secret, replaces the secret, and unlinks the app', async () => {
  const secretIn = (text: string) => /^Secret: ([\w-]{43})$/m.exec(text)?.[1]
  const first = secretIn(await admin('link', 'demo', '101'))
  expect(await kept()).toBe(first)
  const second = secretIn(await admin('link', 'demo', '101'))
  expect([second === first, await kept()]).toEqual([false, second])
  expect(await admin('unlink', 'demo', '101')).toBe('App of white label 101 of demo unlinked')
  expect(await kept()).toBeUndefined()
})

it.each([
  ['a white label of another tenant', ['link', 'demo', '2'], 'demo has no white label 2'],
  ['an invalid white label', ['link', 'demo', '99999999999'], 'demo has no white label 99999999999'],
  ['an invalid id', ['link', 'demo', 'x'], '"x" is not the id of a white label'],
  ['an app that is not linked', ['unlink', 'demo', '1'], 'The app of white label 1 is not linked'],
])('refuses %s', async (_, words, text) => expect(admin(...words)).rejects.toThrow(text))

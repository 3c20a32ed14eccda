import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Envelope } from '@parada/contract/kit'
import { startEmbedded } from '@parada/db/installation/embedded'
import { newKey } from '@parada/db/keys'
import pg from 'pg'
import { afterAll, expect, it, vi } from 'vitest'
import { sha256, sign } from '../suppliers/signature.ts'
import { newDemoHome } from '../testing/demo-home.ts'
import { outcome, type RunningServer, startProcess } from '../testing/process.ts'

// Starts several servers, on a machine that may be busy with other tests.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 120_000 })

const { home, dispose } = newDemoHome()
const settings = { PARADA_HOME: home, PORT: '0' }
const keyFile = join(home, 'secret-key')
let running: RunningServer | undefined
afterAll(async () => {
  await running?.stop()
  await dispose()
})

const start = async (given: Record<string, string> = {}) => {
  running = await startProcess({ ...settings, ...given })
  return running
}

const storedSecrets = async () => {
  const embedded = await startEmbedded({ home, log: () => {}, shared: true })
  const client = new pg.Client(embedded.ownerUrl)
  await client.connect()
  const { rows } = await client.query('select secret from supplier_link union all select secret from insurer')
  await client.end()
  await embedded.close()
  return rows.map(({ secret }) => String(secret))
}

/** A request of a supplier, signed with this secret. */
const askAs = (server: RunningServer, secret: string) => {
  const path = '/suppliers/demo/requests'
  const headers = sign(
    { subdomain: 'demo', idSupplier: 31, secret },
    { method: 'GET', path, bodySha256: sha256('') },
    new Date(),
  )
  return fetch(`${server.origin}/api${path}`, { headers })
}
const admin = async (...line: string[]) => outcome('admin.js', line, settings)

it('encrypts secrets with a key outside the database, through rotation, loss and return of the key', async () => {
  const first = await start()
  expect(statSync(keyFile).mode & 0o777).toBe(0o600)
  for (const secret of await storedSecrets()) expect(secret).toMatch(/^enc1\.[\da-f]{8}\.[\w-]+$/)
  const linked = await admin('trips', 'link', 'demo', '31', 'mobility', 'Bicis')
  const secret = /^Secret: (\S+)$/m.exec(linked.out)?.[1] ?? ''
  expect((await askAs(first, secret)).status).toBe(200)

  const rotated = await admin('secrets', 'rotate')
  expect(rotated).toMatchObject({ code: 0, err: '' })
  expect(rotated.out).toMatch(/^\d+ secrets are encrypted with the new key [\da-f]{8}\./)
  expect((await askAs(first, secret)).status).toBe(200)
  expect(await first.stop()).toMatchObject({ code: 0, err: '' })

  renameSync(keyFile, `${keyFile}.kept`)
  const locked = await start()
  const health = await fetch(`${locked.origin}/health`)
  expect([health.status, await health.json()]).toEqual([200, expect.objectContaining({ secrets: 'locked' })])
  const refused = await askAs(locked, secret)
  expect([refused.status, ((await refused.json()) as Envelope<unknown>).meta.errorMessage]).toEqual([
    503,
    'The server can’t read its secrets. Its administrators have to give it its key.',
  ])
  const noLink = await admin('trips', 'link', 'demo', '31', 'mobility', 'Bicis')
  expect([noLink.code, noLink.err]).toEqual([1, expect.stringMatching(/^\S+secret-key is missing[^\n]+\n$/)])
  expect((await locked.stop()).err).toMatch(
    /^WARNING: \S+secret-key is missing, and this installation’s secrets need key [^\n]+\n$/,
  )

  writeFileSync(keyFile, newKey())
  const wrong = await start()
  expect((await wrong.stop()).err).toMatch(/^WARNING: The key in \S+secret-key is [\da-f]{8}, but [^\n]+\n$/)

  const back = await start({ PARADA_KEY: readFileSync(`${keyFile}.kept`, 'utf8').trim() })
  expect((await askAs(back, secret)).status).toBe(200)
  expect(await back.stop()).toMatchObject({ code: 0, err: '' })
  running = undefined
})

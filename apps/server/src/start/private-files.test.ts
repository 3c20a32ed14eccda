import { chmodSync, lstatSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { makeCertificate } from '../testing/certificate.ts'
import { newDemoHome } from '../testing/demo-home.ts'
import { newHome, outcome, startProcess } from '../testing/process.ts'

vi.setConfig({ testTimeout: 180_000 })

const { home, dispose } = newDemoHome()
const outside = newHome()
afterAll(async () => {
  await dispose()
  await outside.dispose()
})

const put = (path: string, content = 'x') => {
  writeFileSync(path, content)
  chmodSync(path, 0o644)
}
const folder = (path: string) => {
  mkdirSync(path, { recursive: true })
  chmodSync(path, 0o755)
}

/** Everything that other users of this machine could read or change; PostgreSQL protects its own folder. */
const openTo = (path: string, others = 0o077): string[] => {
  const found = lstatSync(path)
  if (found.isSymbolicLink()) return []
  const below = found.isDirectory() ? readdirSync(path).filter((name) => name !== 'postgres') : []
  const isOpen = (found.mode & others) !== 0
  return [
    ...(isOpen ? [`${path} ${(found.mode & 0o777).toString(8)}`] : []),
    ...below.flatMap((name) => openTo(join(path, name))),
  ]
}

it('makes data, mail, logs, backups and certificates private to the server’s user, also those of an earlier start', async () => {
  // Started by root, PostgreSQL runs as another user, who has to pass through this folder.
  chmodSync(home, 0o755)
  const { certificate, key } = makeCertificate('first')
  const certificates = join(outside.home, 'certificates')
  for (const path of ['documents/1', 'mail', 'sms', 'backups']) folder(join(home, path))
  for (const path of [
    'documents/1/image',
    'mail/1.eml',
    'sms/1.txt',
    'backups/old.backup',
    'server.log',
    'server.log.1',
  ])
    put(join(home, path))
  folder(join(certificates, 'demo'))
  put(join(certificates, 'demo/first.pem'), certificate + key)
  const elsewhere = join(outside.home, 'elsewhere')
  put(elsewhere)
  symlinkSync(elsewhere, join(home, 'documents/link'))

  const settings = { PARADA_HOME: home, REGISTER_CERTIFICATES: certificates }
  for (const round of [1, 2]) {
    const server = await startProcess(settings)
    await fetch(`${server.origin}/api/users/demo/resend-password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ana.perez@demo.example' }),
    })
    await vi.waitFor(() => expect(readdirSync(join(home, 'mail')).length).toBeGreaterThan(1), { timeout: 60_000 })
    await server.stop()
    const backup = await outcome('../../../packages/db/src/installation/backup-cli.ts', ['backup'], settings)
    expect([round, backup.code]).toEqual([round, 0])
    expect(openTo(home, 0o066)).toEqual([])
    expect(openTo(certificates)).toEqual([])
  }
  expect(lstatSync(join(home, 'server.log')).size).toBeGreaterThan(1)
  expect(lstatSync(join(home, 'postgres')).isDirectory()).toBe(true)
  expect(lstatSync(elsewhere).mode & 0o777).toBe(0o644)
})

it.runIf(process.getuid?.() !== 0)('lets no other user enter the data folder', () => expect(openTo(home)).toEqual([]))

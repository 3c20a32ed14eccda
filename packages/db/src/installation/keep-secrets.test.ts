import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { connect } from '../connect.ts'
import { newKey } from '../keys.ts'
import { openMigrated } from '../open.ts'
import { allInsurers } from '../queries/assistance.ts'
import { dispatchFleet, saveLink } from '../queries/supplier-links.ts'
import { keyIdOf, type SecretTable, secretKeys, secretTables } from '../secret-keys.ts'
import { cloneDatabase, type TestDatabase } from '../testing/cluster.ts'
import { fillEveryTable } from '../testing/rows.ts'
import { keepSecrets, rotateKey } from './keep-secrets.ts'

const plain = 'x'.repeat(32)
const base = mkdtempSync(join(tmpdir(), 'parada-secrets-'))
let clone: TestDatabase
let count = 0

const owner = async <T>(text: string, values: unknown[] = []) => {
  const client = await connect(clone.ownerUrl, 'test')
  return client
    .query(text, values)
    .then(({ rows }) => rows as T[])
    .finally(() => client.end())
}

/** Another process of the installation, which finds the keys by itself. */
const open = async (source: { key?: string; file?: string } = {}) => {
  const secrets = secretKeys({ file: join(base, `key ${count}`), ...source })
  return { ownerUrl: clone.ownerUrl, secrets }
}
type OpenDatabase = Awaited<ReturnType<typeof open>>
const inTenant = async <T>({ ownerUrl, secrets }: OpenDatabase, run: Parameters<TestDatabase['inTenant']>[1]) => {
  const database = await openMigrated({ kind: 'server', ownerUrl, secrets }, () => {})
  return database.inTenant(101, run).finally(() => database.close()) as Promise<T>
}
const readLink = (opened: OpenDatabase) =>
  inTenant<string>(opened, async (tx) => {
    const [{ id } = { id: 0 }] = await tx.selectFrom('supplier_link').select('id_fleet as id').execute()
    return (await dispatchFleet(tx, 101, id))?.link?.secret.reveal()
  })

const tables = Object.keys(secretTables) as SecretTable[]
const stored = async () => {
  const all = await Promise.all(tables.map((table) => owner<{ secret: string }>(`select secret from ${table}`)))
  return all.flat().flatMap(({ secret }) => secret ?? [])
}
const keyIds = async () => [...new Set((await stored()).map(keyIdOf))]

beforeAll(async () => {
  clone = await cloneDatabase(inject('paradaOwnerUrl'))
  const client = await connect(clone.ownerUrl, 'test')
  await fillEveryTable(client, [101, 102]).finally(() => client.end())
})
afterAll(async () => {
  await clone.drop()
  rmSync(base, { recursive: true, force: true })
})
beforeEach(async () => {
  count++
  await owner(`delete from installation where key = 'secretKey'`)
  for (const table of tables) await owner(`update ${table} set secret = $1`, [plain])
})

it('secretTables lists every table with a secret column', async () => {
  const found = await owner<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and data_type = 'text' and column_name ~ 'secret|password$|private|api_key' order by 1`,
  )
  expect(found.map(({ name }) => name)).toEqual([...tables].sort())
})

it('keepSecrets skips secrets that no key opens, and encrypts the rest', async () => {
  const odd = `enc1.00000000.${'A'.repeat(60)}`
  const [{ id } = { id: 0 }] = await owner<{ id: number }>('select min(id) as id from insurer where tenant_id = 101')
  await owner('update insurer set secret = $2 where tenant_id = 101 and id = $1', [id, odd])
  const opened = await open()
  expect(await keepSecrets(opened)).toBe(1)
  const [current] = opened.secrets.ids()
  expect((await stored()).filter((secret) => keyIdOf(secret) !== current)).toEqual([odd])
})

describe('the key of an installation', () => {
  it('is created at the first start, readable by this user only, and every secret is encrypted with it', async () => {
    const first = await open()
    await keepSecrets(first)
    expect(statSync(first.secrets.file).mode & 0o777).toBe(0o600)
    expect(first.secrets.problem()).toBeUndefined()
    expect((await stored()).join()).not.toContain(plain)
    expect(await keyIds()).toEqual(first.secrets.ids())
    expect(await readLink(first)).toBe(plain)
    expect(await readLink(await open())).toBe(plain)
  })

  it('may come from PARADA_KEY, and then no file is created', async () => {
    const given = await open({ key: newKey() })
    await keepSecrets(given)
    expect(await keyIds()).toEqual(given.secrets.ids())
    expect(() => statSync(given.secrets.file)).toThrow('ENOENT')
  })

  it('encrypts what a start that was killed half-way left in plain text', async () => {
    const first = await open()
    await keepSecrets(first)
    await owner(`update insurer set secret = $1 where tenant_id = 102`, [plain])
    await keepSecrets(await open())
    expect((await stored()).join()).not.toContain(plain)
  })

  it.each<[string, (file: string) => { key?: string }, RegExp]>([
    [
      'missing',
      (file) => {
        rmSync(file)
        return {}
      },
      /key \d+ is missing, and this installation’s secrets need key [\da-f]{8}/,
    ],
    [
      'another',
      () => ({ key: newKey() }),
      /^The key in PARADA_KEY is [\da-f]{8}, but this installation’s secrets need key/,
    ],
    [
      'no key at all',
      (file) => {
        writeFileSync(file, 'hello')
        return {}
      },
      /holds no key, and this installation’s secrets need key/,
    ],
    ['misspelt', () => ({ key: 'short' }), /^PARADA_KEY is not a key/],
  ])(
    'is reported in one line when it is %s; nothing is changed, and only work that needs a secret fails',
    async (_, spoil, problem) => {
      const first = await open()
      await keepSecrets(first)
      const before = await stored()
      const next = await open(spoil(first.secrets.file))
      await keepSecrets(next)
      expect(next.secrets.problem()).toMatch(problem)
      expect(next.secrets.problem()).not.toContain('\n')
      expect(await stored()).toEqual(before)
      expect(await inTenant(next, allInsurers)).toHaveLength(1)
      await expect(readLink(next)).rejects.toThrow(problem)
      const link = { idFleet: 1, url: 'https://fleet.example', secret: plain }
      await expect(inTenant(next, (tx) => saveLink(tx, 101, link))).rejects.toThrow(problem)
    },
  )
})

it.each<[string, { table: SecretTable; tenantId: number; id: number }]>([
  ['of another tenant', { table: 'insurer', tenantId: 2, id: 7 }],
  ['of another table', { table: 'trip_supplier', tenantId: 1, id: 7 }],
  ['of another record', { table: 'insurer', tenantId: 1, id: 8 }],
])('a secret cannot be read in the place %s or after a change', (_, elsewhere) => {
  const { seal, open: read } = secretKeys({ key: newKey(), file: '' })
  const place = { table: 'insurer', tenantId: 1, id: 7 } as const
  const kept = seal(place, plain)
  expect(read(place, kept)).toBe(plain)
  expect(() => read(elsewhere, kept)).toThrow('was moved or changed')
  expect(() => read(place, `${kept.slice(0, -6)}AAAAAA`)).toThrow('was moved or changed')
})

describe('a new key', () => {
  it('replaces the old one, also for servers that are already running', async () => {
    const server = await open()
    await keepSecrets(server)
    const [old] = server.secrets.ids()
    const command = await open()
    await keepSecrets(command)
    const rotated = await rotateKey(command)
    expect(rotated).toMatchObject({ isBegun: false, done: (await stored()).length })
    expect(await keyIds()).not.toContain(old)
    expect(await readLink(server)).toBe(plain)
    const next = await open()
    await keepSecrets(next)
    expect([next.secrets.problem(), next.secrets.ids().length, await readLink(next)]).toEqual([undefined, 1, plain])
    expect(statSync(next.secrets.file).mode & 0o777).toBe(0o600)
  })

  it('is used for encryption by a server that started before it was made', async () => {
    const server = await open()
    await keepSecrets(server)
    const command = await open()
    await rotateKey(command)
    const kept = server.secrets.seal({ table: 'insurer', tenantId: 101, id: 1 }, plain)
    expect(keyIdOf(kept)).toBe((await open()).secrets.ids()[0])
  })

  it('also encrypts rows written with the old key behind the pass', async () => {
    const server = await open()
    await keepSecrets(server)
    const [link] = await owner<{ secret: string }>('select secret from supplier_link limit 1')
    await owner(`create function late() returns trigger language plpgsql as $$ begin
      update supplier_link set secret = '${link?.secret}' where tenant_id = 101; return new; end $$`)
    await owner('create trigger late after update on insurer for each statement execute function late()')
    const rotated = await rotateKey(await open())
    await owner('drop function late cascade')
    expect(await keyIds()).toEqual(['current' in rotated && rotated.current])
  })

  it('is kept when a replacement that was killed half-way is continued', async () => {
    const server = await open()
    await keepSecrets(server)
    const old = readFileSync(server.secrets.file, 'utf8')
    const before = await owner<{ secret: string }>('select secret from insurer order by tenant_id')
    const added = newKey()
    writeFileSync(server.secrets.file, `${added}\n${old}`)
    const starting = await open()
    await keepSecrets(starting)
    // A start in between leaves the encryption to the command.
    expect(await owner('select secret from insurer order by tenant_id')).toEqual(before)
    expect(await readLink(starting)).toBe(plain)
    expect(await rotateKey(starting)).toMatchObject({ isBegun: true })
    expect(readFileSync(server.secrets.file, 'utf8')).toBe(`${added}\n`)
    expect(await readLink(server)).toBe(plain)
    expect(await readLink(await open())).toBe(plain)
  })

  it('is made by one call after the other when several run at once', async () => {
    const server = await open()
    await keepSecrets(server)
    const calls = [await open(), await open(), await open()]
    const done = await Promise.all(calls.map(rotateKey))
    expect(done.map((rotated) => 'isBegun' in rotated && rotated.isBegun)).toEqual([false, false, false])
    const next = await open()
    await keepSecrets(next)
    expect([next.secrets.problem(), await keyIds()]).toEqual([undefined, next.secrets.ids()])
    expect(await readLink(next)).toBe(plain)
    expect(await readLink(server)).toBe(plain)
  })

  it('must be put before the old one in PARADA_KEY, where none is generated', async () => {
    const [old, next] = [newKey(), newKey()]
    const server = await open({ key: old })
    await keepSecrets(server)
    expect(await rotateKey(server)).toEqual({ isKeyMissing: true })
    const both = await open({ key: `${next},${old}` })
    await keepSecrets(both)
    expect(await rotateKey(both)).toMatchObject({ isBegun: true })
    expect(await readLink(await open({ key: next }))).toBe(plain)
  })
})

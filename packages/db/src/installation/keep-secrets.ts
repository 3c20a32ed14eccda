import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { codeOf } from '@parada/domain/errors'
import { keysOf } from '@parada/domain/objects'
import type pg from 'pg'
import type { Database } from '../database.ts'
import { newKey } from '../keys.ts'
import { SecretsLocked } from '../problems.ts'
import { type SecretKeys, type SecretTable, secretTables } from '../secret-keys.ts'
import { connectOwner } from './migrate.ts'

const rowsAtOnce = 200
const record = 'secretKey'

type SecretStore = Pick<Database, 'ownerUrl' | 'secrets'>

const asOwner = async <T>(ownerUrl: string, run: (owner: pg.Client) => Promise<T>) => {
  const owner = await connectOwner(ownerUrl)
  return run(owner).finally(() => owner.end())
}

/** Id of the key that encrypts the database's secrets. The id is part of every backup; the key itself is not. */
const recordedKey = async (owner: pg.Client): Promise<string | undefined> => {
  const { rows } = await owner.query('select value #>> $2 as id from installation where key = $1', [record, '{}'])
  return rows[0]?.id
}

/** Writes a draft that only this user can read, so that the file can be put in place as a whole. */
const writeFile = (file: string, keys: string[]) => {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${keys.join('\n')}\n`, { mode: 0o600, flush: true })
  return draft
}

const createFile = ({ file, reload }: SecretKeys) => {
  const draft = writeFile(file, [newKey()])
  try {
    // If two first starts run at once, one of them creates the key.
    linkSync(draft, file)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
  reload()
}

const problemOf = (keys: SecretKeys, wanted: string) => {
  const [has] = keys.ids()
  const where = keys.isGiven ? 'PARADA_KEY' : keys.file
  const what = has ? `The key in ${where} is ${has}, but` : (keys.reason() ?? `${where} is missing, and`)
  return `${what}${has || !keys.reason() ? '' : ', and'} this installation’s secrets need key ${wanted}: put it there or in PARADA_KEY. Until then no fleet, supplier, insurer or app can be reached or believed`
}

/**
 * Encrypts every row that the current key did not, a few at a time; a row that somebody changes meanwhile is left
 * alone. A secret that no key opens is skipped, and only fails where it is needed.
 */
const encryptTable = async (owner: pg.Client, keys: SecretKeys, table: SecretTable) => {
  const current = keys.ids()[0]
  const id = secretTables[table]
  let [done, locked] = [0, 0]
  let last = { tenant: 0, id: '0' }
  for (;;) {
    const { rows } = await owner.query<{ tenant: number; id: string; secret: string }>(
      `select tenant_id as tenant, ${id}::text as id, secret from ${table}
       where secret is not null and secret not like $1 and (tenant_id, ${id}) > ($2, $3::bigint)
       order by tenant_id, ${table}.${id} limit ${rowsAtOnce}`,
      [`enc1.${current}.%`, last.tenant, last.id],
    )
    if (rows.length === 0) return { done, locked }
    for (const row of rows) {
      last = row
      const place = { table, tenantId: row.tenant, id: Number(row.id) }
      const plain = opened(() => keys.open(place, row.secret))
      if (plain === undefined) locked += 1
      else {
        await owner.query(
          `update ${table} set secret = $1 where tenant_id = $2 and ${id} = $3::bigint and secret = $4`,
          [keys.seal(place, plain), row.tenant, row.id, row.secret],
        )
        done += 1
      }
    }
  }
}

const opened = (open: () => string) => {
  try {
    return open()
  } catch (error) {
    if (error instanceof SecretsLocked) return undefined
    throw error
  }
}

/** Repeats until a whole pass finds nothing: a server may have written a row with the old key behind the pass. */
const encryptAll = async (owner: pg.Client, keys: SecretKeys) => {
  const all = { done: 0, locked: 0 }
  for (;;) {
    const before = all.done
    all.locked = 0
    for (const table of keysOf(secretTables)) {
      const { done, locked } = await encryptTable(owner, keys, table)
      all.done += done
      all.locked += locked
    }
    if (all.done === before) return all
  }
}

/**
 * Creates the key of a new installation, checks that of an existing one, and encrypts secrets that are still plain
 * text. Returns how many secrets no key opens.
 */
export const keepSecrets = ({ ownerUrl, secrets }: SecretStore) =>
  asOwner(ownerUrl, async (owner) => {
    secrets.setProblem(undefined)
    const recorded = await recordedKey(owner)
    if (recorded === undefined) {
      if (secrets.ids().length === 0 && !secrets.isGiven && !secrets.reason()) createFile(secrets)
      const [current] = secrets.ids()
      if (current)
        await owner.query('insert into installation values ($1, to_jsonb($2::text)) on conflict do nothing', [
          record,
          current,
        ])
    }
    const wanted = await recordedKey(owner)
    if (wanted === undefined || !secrets.has(wanted)) {
      secrets.setProblem(problemOf(secrets, wanted ?? 'of its own'))
      return 0
    }
    // While a key is being replaced, the command that replaces it encrypts.
    return secrets.ids()[0] === wanted ? (await encryptAll(owner, secrets)).locked : 0
  })

/** Id of the key that the secrets of a database need; undefined if there is none yet. */
export const keyNeeded = async (owner: pg.Client) => {
  const { rows } = await owner.query("select to_regclass('public.installation') is not null as made")
  return rows[0]?.made ? recordedKey(owner) : undefined
}

/** Held while a key is replaced: two calls at once would re-encrypt each other's rows endlessly, and lose a key. */
const waitForOthers = (owner: pg.Client) => owner.query("select pg_advisory_lock(hashtext('secrets rotate'))")

/**
 * Encrypts every secret with a new key. The file holds both keys until the last row is done, so running servers can
 * read either. If it is killed half-way, the next call continues with the same new key.
 */
export const rotateKey = ({ ownerUrl, secrets }: SecretStore) =>
  asOwner(ownerUrl, async (owner) => {
    const problem = secrets.problem()
    if (problem) throw new SecretsLocked(problem)
    await waitForOthers(owner)
    secrets.reload()
    const recorded = await recordedKey(owner)
    const isBegun = secrets.ids()[0] !== recorded
    if (!isBegun) {
      if (secrets.isGiven) return { isKeyMissing: true as const }
      const old = readFileSync(secrets.file, 'utf8').trim()
      renameSync(writeFile(secrets.file, [newKey(), old]), secrets.file)
      secrets.reload()
    }
    const { done } = await encryptAll(owner, secrets)
    const [current = ''] = secrets.ids()
    await owner.query('update installation set value = to_jsonb($2::text) where key = $1', [record, current])
    if (!secrets.isGiven) {
      const [newest = ''] = readFileSync(secrets.file, 'utf8').trim().split(/\s+/)
      renameSync(writeFile(secrets.file, [newest]), secrets.file)
    }
    return { done, isBegun, current }
  })

import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  createReadStream,
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { openDatabase } from '../open.ts'
import { cloneDatabase, createDatabase, type TestDatabase } from '../testing/cluster.ts'
import { fillEveryTable } from '../testing/rows.ts'
import { backup } from './backup.ts'
import { decrypting, encrypting } from './backup-cipher.ts'
import { checksumOf, listSequences, listTables, plainText } from './backup-tables.ts'
import { removeCluster } from './data-folder.ts'
import { migrate, readMigrations } from './migrate.ts'
import { readPidFile } from './postmaster.ts'
import { restore } from './restore.ts'

const clusterUrl = inject('paradaOwnerUrl')
const base = mkdtempSync(join(tmpdir(), 'parada-backup-ñ '))
chmodSync(base, 0o755)
const log = () => {}
const patience = 120_000
/** For tests that are not about guessing: a guess at the usual cost takes a third of a second on purpose. */
const cheap = { N: 1_024, r: 8, p: 1 }

const asOwner = async <T>(url: string, run: (client: pg.Client) => Promise<T>) => {
  const client = new pg.Client(url)
  await client.connect()
  return run(client).finally(() => client.end())
}

/** Everything that a restored installation must have in common with the original. */
const portrait = (url: string) =>
  asOwner(url, async (client) => {
    await client.query(plainText)
    const tables: Record<string, unknown> = {}
    for (const table of await listTables(client)) tables[table.name] = await checksumOf(client, table)
    const { rows: schema } = await client.query(`
      select conname::text as name, pg_get_constraintdef(oid) as definition from pg_constraint
        where connamespace = 'public'::regnamespace and contype <> 'n'
      union all select indexname, indexdef from pg_indexes where schemaname = 'public'
      union all select tgname || ' ' || tgrelid::regclass, tgenabled::text from pg_trigger where not tgisinternal
      union all select name, checksum from schema_migration
      order by 1, 2`)
    return { tables, schema, sequences: await listSequences(client) }
  })

const fill = (url: string) =>
  asOwner(url, async (client) => {
    await fillEveryTable(client, [101, 102])
    await client.query(`insert into number_validation
        (tenant_id, prefix_mobile_number, mobile_number, validation_code, sms_sent_result, date_validated)
      select 101, '+34', n::text, '1234', 'OK', 'infinity' from generate_series(1, 5000) n`)
    await client.query(`insert into installation values ('nothing', 'null'), ('long', to_jsonb(repeat('ñ', 300000)))`)
    await client.query('delete from number_validation where id % 7 = 0; select fold_counts()')
  })

let source: TestDatabase

beforeAll(async () => {
  source = await cloneDatabase(clusterUrl)
  await fill(source.ownerUrl)
}, patience)

afterAll(async () => {
  await source.drop()
  rmSync(base, { recursive: true, force: true })
}, patience)

describe('a backup', { timeout: patience }, () => {
  const file = join(base, 'kept.jsonl.gz')
  const installation = (databaseUrl: string, home = join(base, 'home')) => ({ home, databaseUrl, log })

  it('restores every table, sequence, index, reference and trigger into an empty database', async () => {
    mkdirSync(join(base, 'home', 'mail'), { recursive: true })
    writeFileSync(join(base, 'home', 'mail', 'one.eml'), 'To: ana@example.test')
    mkdirSync(join(base, 'home', 'documents', 'incoming'), { recursive: true })
    writeFileSync(join(base, 'home', 'documents', '1-aa'), Buffer.from([0x89, 0, 0xff]))
    writeFileSync(join(base, 'home', 'secrets.json'), '{"databasePassword":"do-not-keep"}')
    expect(await backup(installation(source.ownerUrl), file)).toBe(file)
    expect(statSync(file).mode & 0o077).toBe(0)
    expect(gunzipSync(readFileSync(file)).includes('do-not-keep')).toBe(false)

    const target = await createDatabase(clusterUrl)
    await restore(installation(target.ownerUrl, join(base, 'second home')), file)
    expect(await portrait(target.ownerUrl)).toEqual(await portrait(source.ownerUrl))
    expect(readFileSync(join(base, 'second home', 'mail', 'one.eml'), 'utf8')).toBe('To: ana@example.test')
    const image = join(base, 'second home', 'documents', '1-aa')
    expect([...readFileSync(image)]).toEqual([0x89, 0, 0xff])
    expect([statSync(image).mode & 0o077, statSync(join(image, '..')).mode & 0o077]).toEqual([0, 0])
    await target.drop()
  })

  it('replaces an installation only by force, and completely or not at all', async () => {
    const target = await cloneDatabase(clusterUrl)
    await asOwner(target.ownerUrl, (client) => fillEveryTable(client, [103]))
    // As if a newer Parada had migrated it beyond the backup.
    const later = "insert into schema_migration values ('9999_later.sql', 'x')"
    await asOwner(target.ownerUrl, (client) => client.query(`create table later (id int); ${later}`))
    const before = await portrait(target.ownerUrl)
    const lines = gunzipSync(readFileSync(file)).toString().split('\n')
    const spoil = (name: string, spoiled: string[]) => {
      writeFileSync(join(base, name), gzipSync(spoiled.join('\n')))
      return join(base, name)
    }
    const at = installation(target.ownerUrl)
    await expect(restore(at, file)).rejects.toThrow('This installation holds data already')
    await expect(restore(at, spoil('short', lines.slice(0, -3)), { force: true })).rejects.toThrow('cut short')
    const lost = lines.filter((line) => !line.startsWith('["101","17",'))
    await expect(restore(at, spoil('lost', lost), { force: true })).rejects.toThrow('differs from the backup')
    await expect(restore(at, spoil('other', ['{"a":1}', '']), { force: true })).rejects.toThrow(
      'not a backup of Parada',
    )
    writeFileSync(join(base, 'plain'), 'no gzip')
    await expect(restore(at, join(base, 'plain'), { force: true })).rejects.toThrow('cannot be restored')
    await expect(restore(at, join(base, 'missing'), { force: true })).rejects.toThrow('cannot be restored')
    expect(await portrait(target.ownerUrl)).toEqual(before)

    await restore(at, file, { force: true })
    expect(await portrait(target.ownerUrl)).toEqual(await portrait(source.ownerUrl))
    await target.drop()
  })

  it('can be restored by an owner who is not a superuser, with row-level security in force', async () => {
    const target = await createDatabase(clusterUrl)
    const weakUrl = Object.assign(new URL(target.ownerUrl), { username: 'weak_restorer', password: 'weak' }).href
    await asOwner(target.ownerUrl, async (client) => {
      await client.query("create role weak_restorer login password 'weak'")
      await client.query(`alter database ${new URL(target.ownerUrl).pathname.slice(1)} owner to weak_restorer`)
    })
    const { appUrl: appOfSource } = source
    const appUrl = Object.assign(new URL(appOfSource), { pathname: new URL(target.ownerUrl).pathname }).href
    await restore({ ...installation(weakUrl), appUrl }, file)
    expect(await portrait(target.ownerUrl)).toEqual(await portrait(source.ownerUrl))

    const server = await openDatabase({ home: base, databaseUrl: weakUrl, appUrl, log })
    expect(await server.inTenant(101, (tx) => tx.selectFrom('tenant').select('id').execute())).toEqual([{ id: 101 }])
    expect((await server.pool.query("select tenant_of_subdomain('t102') as id")).rows).toEqual([{ id: 102 }])
    expect((await server.pool.query('select tidy()')).rowCount).toBe(1)
    await server.close()
    await target.drop()
    await asOwner(clusterUrl, (client) => client.query('drop role weak_restorer'))
  })

  it('taken before the last migration is loaded as it was and then migrated', async () => {
    const old = await createDatabase(clusterUrl)
    await migrate(old.ownerUrl, { migrations: readMigrations().slice(0, 2) })
    await asOwner(old.ownerUrl, (client) =>
      client.query("insert into tenant (id, subdomain, name) values (7, 'old', 'Old')"),
    )
    const oldFile = join(base, 'old.jsonl.gz')
    await backup(installation(old.ownerUrl), oldFile)
    const target = await createDatabase(clusterUrl)
    await restore(installation(target.ownerUrl), oldFile)
    expect((await portrait(target.ownerUrl)).schema).toEqual((await portrait(source.ownerUrl)).schema)
    const { rows } = await asOwner(target.ownerUrl, (client) => client.query('select id, subdomain from tenant'))
    expect(rows).toEqual([{ id: 7, subdomain: 'old' }])
    await old.drop()
    await target.drop()
  })

  const linesOf = (path: string) => gunzipSync(readFileSync(path)).toString().split('\n')
  const write = (name: string, lines: string[]) => {
    writeFileSync(join(base, name), gzipSync(lines.join('\n')))
    return join(base, name)
  }
  /** As written by a Parada without manifests. */
  const asVersion1 = (lines: string[]) =>
    lines.map((line) => {
      if (line.startsWith('{"parada":')) return JSON.stringify({ ...JSON.parse(line), parada: 1 })
      return line.startsWith('{"manifest":') ? '{"complete":true}' : line
    })
  const withoutTable = (name: string) => (lines: string[]) => {
    const from = lines.findIndex((line) => line.startsWith(`{"table":{"name":"${name}"`))
    const to = lines.findIndex((line) => line.startsWith(`{"end":"${name}"`))
    return lines.toSpliced(from, to - from + 1)
  }
  const withoutSequences = (lines: string[]) => lines.filter((line) => !line.startsWith('{"sequences":'))
  const withFile = (path: string) => (lines: string[]) =>
    lines.toSpliced(-2, 0, JSON.stringify({ file: path, content: 'AAAA' }))
  const change = (from: string, to: string) => (lines: string[]) => lines.join('\n').replace(from, to).split('\n')

  describe('that is incomplete or was changed', () => {
    let target: TestDatabase
    let before: unknown
    const home = join(base, 'kept home')
    const filesOf = () => readdirSync(home, { recursive: true }).toSorted()

    beforeAll(async () => {
      target = await cloneDatabase(clusterUrl)
      await asOwner(target.ownerUrl, (client) => fillEveryTable(client, [103]))
      mkdirSync(join(home, 'mail'), { recursive: true })
      writeFileSync(join(home, 'mail', 'two.eml'), 'To: eva@example.test')
      before = { database: await portrait(target.ownerUrl), files: filesOf() }
    }, patience)
    afterAll(() => target.drop(), patience)

    const refuse = async (path: string, problem: string | RegExp) => {
      const said: string[] = []
      const at = { ...installation(target.ownerUrl, home), log: (line: string) => said.push(line) }
      await expect(restore(at, path, { force: true })).rejects.toThrow(problem)
      expect({ database: await portrait(target.ownerUrl), files: filesOf() }).toEqual(before)
      return said
    }

    it.each([
      ['without the rows of one table', withoutTable('tenant'), 'The table tenant is missing'],
      ['without its sequences', withoutSequences, 'The sequences are missing'],
      [
        'with a sequence fewer',
        change('{"sequences":[{', '{"sequences":[],"x":[{'),
        'The sequences differ from the backup’s manifest',
      ],
      [
        'with a changed byte in a row',
        change('"t101"', '"t1o1"'),
        'The table tenant differs from the backup’s manifest',
      ],
      ['with a changed byte in its header', change('"takenAt":"2', '"takenAt":"3'), 'The header differs'],
      [
        'with a changed byte in a file',
        change('"content":"VG86', '"content":"VG87'),
        'The file mail/one.eml differs from the backup’s manifest',
      ],
      ['with a changed byte in its manifest', change('"bytes":', '"bytes":1'), 'The file mail/one.eml differs'],
      [
        'without a file',
        (lines: string[]) => lines.filter((line) => !line.startsWith('{"file":')),
        'The file mail/one.eml is missing',
      ],
      ['with one file more', withFile('mail/two.eml'), 'The file mail/two.eml differs from the backup’s manifest'],
      ['without its end', (lines: string[]) => lines.toSpliced(-2, 1), 'cut short'],
      ['with a line after its end', (lines: string[]) => lines.toSpliced(-1, 0, '["1"]'), 'belongs to no table'],
      ['with the end of an older one', change('{"manifest":', '{"complete":true,"old":'), 'cut short'],
    ])('is refused before anything is touched: %s', async (name, spoil, problem) => {
      const said = await refuse(write(name, spoil(linesOf(file))), problem)
      expect(said.join()).not.toContain('whole')
    })

    it.each([
      '../evil',
      '/etc/evil',
      'secrets.json',
      'mail/../secrets.json',
      'mail/a/b',
      'mail\\..\\a',
      'mail/..',
      'mail/',
    ])('is refused before anything is touched if it would write a file to %s', async (path) => {
      await refuse(write('bad path', withFile(path)(linesOf(file))), `may not write: ${path}`)
    })

    it('is refused if its file is truncated or a byte is flipped', async () => {
      const whole = readFileSync(file)
      writeFileSync(join(base, 'cut'), whole.subarray(0, whole.length - 10))
      await refuse(join(base, 'cut'), 'cut short')
      const middle = Math.floor(whole.length / 2)
      writeFileSync(join(base, 'flipped'), whole.with(middle, (whole[middle] as number) ^ 1))
      await refuse(join(base, 'flipped'), /nothing was changed|cannot be restored/)
    })

    it.each([
      ['a table', withoutTable('tenant'), 'The backup holds nothing of the table tenant: nothing was changed'],
      ['its sequences', withoutSequences, 'The sequences are missing'],
      ['a sequence', change('{"sequences":[{', '{"sequences":[],"x":[{'), 'The backup holds nothing of the sequence'],
      ['its end', (lines: string[]) => lines.toSpliced(-2, 1), 'cut short'],
    ])('is refused without %s, even in the format without a manifest', async (_, spoil, problem) => {
      await refuse(write('old and not whole', spoil(asVersion1(linesOf(file)))), problem)
    })
  })

  it('of an older Parada, without a manifest, is restored with a warning', async () => {
    const target = await createDatabase(clusterUrl)
    const said: string[] = []
    const at = { ...installation(target.ownerUrl), log: (line: string) => said.push(line) }
    await restore(at, write('version 1', asVersion1(linesOf(file))))
    expect(said[0]).toMatch(/^This backup has no manifest/)
    expect(await portrait(target.ownerUrl)).toEqual(await portrait(source.ownerUrl))
    await target.drop()
  })

  it('reports progress while it is restored, and the duration at the end', async () => {
    const target = await createDatabase(clusterUrl)
    const said: string[] = []
    const at = { ...installation(target.ownerUrl), log: (line: string) => said.push(line) }
    await restore(at, file, { progressEveryMs: 0 })
    const isProgress = /^(Checking|Loading) the backup: \d+ %$/
    expect(said.filter((line) => line.startsWith('Checking') && isProgress.test(line)).length).toBeGreaterThan(1)
    expect(said.filter((line) => line.startsWith('Loading') && isProgress.test(line)).length).toBeGreaterThan(1)
    const content = String.raw`\d+ tables, [\d,]+ rows, 2 files`
    const inSeconds = String.raw`\d+\.\d s`
    const steps = said.filter((line) => !isProgress.test(line))
    expect(steps).toEqual([
      expect.stringMatching(new RegExp(`^The backup of \\S+Z is whole: ${content} \\(${inSeconds}\\)$`)),
      expect.stringMatching(new RegExp(`^Everything is loaded: .* \\(${inSeconds}\\)$`)),
      expect.stringMatching(new RegExp(`^Restored ${content} in ${inSeconds}$`)),
    ])
    await target.drop()
  })
})

describe('an encrypted backup', { timeout: patience }, () => {
  const passphrase = 'una frase que nadie adivina'
  const file = join(base, 'kept.jsonl.gz.enc')
  const cheapFile = join(base, 'cheap.jsonl.gz.enc')
  const home = join(base, 'encrypted home')
  let target: TestDatabase
  let before: unknown

  beforeAll(async () => {
    mkdirSync(join(home, 'mail'), { recursive: true })
    // Random bytes cannot be compressed, so there are several chunks.
    writeFileSync(join(home, 'mail', 'noise.eml'), randomBytes(300_000))
    await backup({ home, databaseUrl: source.ownerUrl, passphrase, log }, file)
    await pipeline(
      createReadStream(file),
      decrypting(passphrase),
      encrypting(passphrase, cheap),
      createWriteStream(cheapFile),
    )
    target = await cloneDatabase(clusterUrl)
    await asOwner(target.ownerUrl, (client) => fillEveryTable(client, [103]))
    before = await portrait(target.ownerUrl)
  }, patience)
  afterAll(() => target.drop(), patience)

  const restored = (from: string, given: string | undefined = passphrase) =>
    restore({ home, databaseUrl: target.ownerUrl, passphrase: given, log }, from, { force: true })

  const headerBytes = (of = cheapFile) => {
    const content = readFileSync(of)
    return content.indexOf(10, content.indexOf(10) + 1) + 1
  }
  const sealedBytes = 65_536 + 16
  const chunks = () => {
    const content = readFileSync(cheapFile).subarray(headerBytes())
    return Array.from({ length: Math.ceil(content.length / sealedBytes) }, (_, index) =>
      content.subarray(index * sealedBytes, (index + 1) * sealedBytes),
    )
  }
  const head = () => readFileSync(cheapFile).subarray(0, headerBytes())
  const flip = (bytes: Buffer, at: number) => Buffer.from(bytes.with(at, (bytes[at] as number) ^ 1))

  it('is readable by its owner only, and its content is not plain gzip', () => {
    expect(chunks().length).toBeGreaterThan(2)
    expect(statSync(file).mode & 0o077).toBe(0)
    expect(() => gunzipSync(readFileSync(file).subarray(headerBytes(file)))).toThrow()
  })

  it.each<[string, () => Buffer[], RegExp]>([
    ['without its last chunk', () => [head(), ...chunks().slice(0, -1)], /cut short/],
    ['without its last byte', () => [readFileSync(cheapFile).subarray(0, -1)], /cut short/],
    ['truncated within its header', () => [head().subarray(0, -20)], /cut short/],
    [
      'with two chunks swapped',
      () => [head(), ...chunks().slice(0, 2).toReversed(), ...chunks().slice(2)],
      /was changed/,
    ],
    ['without a chunk in the middle', () => [head(), ...chunks().toSpliced(1, 1)], /was changed/],
    ['with its last chunk twice', () => [head(), ...chunks(), chunks().at(-1) as Buffer], /was changed/],
    ['with a flipped bit', () => [flip(readFileSync(cheapFile), headerBytes() + 100_000)], /was changed/],
    [
      'with a changed header',
      () => [Buffer.from(head().toString().replace('"chunkBytes":65536', '"chunkBytes":65535')), ...chunks()],
      /was changed/,
    ],
    [
      'with a key derivation that asks for too much memory',
      () => [Buffer.from(head().toString().replace(`"N":${cheap.N}`, '"N":1073741824')), ...chunks()],
      /was changed/,
    ],
    [
      'of a later version',
      () => [Buffer.from(head().toString().replace('"version":1', '"version":2')), ...chunks()],
      /newer Parada/,
    ],
  ])('%s is refused before anything is touched', async (_, spoil, problem) => {
    const spoiled = join(base, 'spoiled.enc')
    writeFileSync(spoiled, Buffer.concat(spoil()))
    await expect(restored(spoiled)).rejects.toThrow(problem)
    expect(await portrait(target.ownerUrl)).toEqual(before)
  })

  it('is refused with a clear message if its passphrase is wrong or missing', async () => {
    await expect(restored(cheapFile, 'another passphrase')).rejects.toThrow('The passphrase is not the one')
    await expect(restore({ home, databaseUrl: target.ownerUrl, log }, cheapFile, { force: true })).rejects.toThrow(
      'This backup is encrypted: set BACKUP_PASSPHRASE',
    )
    expect(await portrait(target.ownerUrl)).toEqual(before)
  })

  it('cannot be replaced by an unencrypted one', async () => {
    const plain = join(base, 'in its place.jsonl.gz')
    await backup({ home, databaseUrl: source.ownerUrl, log }, plain)
    await expect(restored(plain)).rejects.toThrow('This backup is not encrypted')
    expect(await portrait(target.ownerUrl)).toEqual(before)
  })

  it('is restored completely with its passphrase', async () => {
    await restored(file)
    expect(await portrait(target.ownerUrl)).toEqual(await portrait(source.ownerUrl))
  })

  it.each([0, 1, 65_535, 65_536, 65_537, 1_000_000])(
    'encrypts and decrypts %i bytes while buffering less than 150 kB',
    async (length) => {
      const content = Buffer.alloc(length, 'parada')
      let taken = 0
      let given = 0
      let mostHeld = 0
      async function* pieces(bytes: Buffer) {
        for (let at = 0; at < bytes.length; at += 10_000) {
          const piece = bytes.subarray(at, at + 10_000)
          taken += piece.length
          yield piece
          mostHeld = Math.max(mostHeld, taken - given)
        }
      }
      const through = async (stream: AsyncIterable<Buffer>) => {
        const all: Buffer[] = []
        ;[taken, given] = [0, 0]
        for await (const piece of stream) {
          given += piece.length
          all.push(piece)
        }
        return Buffer.concat(all)
      }
      const sealed = await through(encrypting(passphrase, cheap)(pieces(content)))
      expect((await through(decrypting(passphrase)(pieces(sealed)))).equals(content)).toBe(true)
      expect(mostHeld).toBeLessThan(150_000)
    },
  )
})

describe('npm run backup and npm run restore', { timeout: patience }, () => {
  const run = (home: string, ...parameters: string[]) => runWith({}, home, ...parameters)
  const runWith = (settings: Record<string, string>, home: string, ...parameters: string[]) =>
    new Promise<{ code: number; output: string }>((resolve) => {
      const env = { ...process.env, PARADA_HOME: home, DATABASE_URL: '', DATABASE_APP_URL: '', ...settings }
      execFile(
        process.execPath,
        [join(import.meta.dirname, 'backup-cli.ts'), ...parameters],
        { env },
        (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
      )
    })

  it('back up a whole embedded installation, with and without its server running, and restore it', async () => {
    const [first, second] = [join(base, 'first'), join(base, 'second')]
    const server = await openDatabase({ home: first, log })
    await fill(server.ownerUrl)
    const kept = await portrait(server.ownerUrl)
    expect(await run(first, 'backup')).toEqual({
      code: 0,
      output: expect.stringMatching(/^The installation is kept in [^\n]+\.gz\nWARNING: this backup is NOT encrypted/),
    })
    expect(await run(first, 'restore', join(base, 'kept.jsonl.gz'), '--force')).toEqual({
      code: 1,
      output: `Another Parada is running on the data in ${first}\n`,
    })
    await server.pool.query('select 1')
    await server.close()
    expect(readPidFile(join(first, 'postgres'))).toBeUndefined()

    const file = join(base, 'quiet.jsonl.gz')
    expect(await run(first, 'backup', file)).toMatchObject({ code: 0 })
    expect(readPidFile(join(first, 'postgres'))).toBeUndefined()
    const [running] = readdirSync(join(first, 'backups'))
    expect(running).toMatch(/^parada-.*\.jsonl\.gz$/)
    const contentOf = (path: string) =>
      gunzipSync(readFileSync(path))
        .toString()
        .replace(/"takenAt":"[^"]*"/, '')
        .replace(/"header":"[^"]*"/, '')
    expect(contentOf(join(first, 'backups', running as string)) === contentOf(file)).toBe(true)

    expect(await run(second, 'restore', file)).toMatchObject({ code: 0 })
    const restored = await openDatabase({ home: second, log })
    expect(await portrait(restored.ownerUrl)).toEqual(kept)
    await restored.close()
    await removeCluster(first)
    await removeCluster(second)
  })

  it('take a passphrase from the environment or a file, but never from an argument', async () => {
    const settings = { DATABASE_URL: source.ownerUrl }
    const phrase = join(base, 'passphrase')
    writeFileSync(phrase, 'una frase que nadie adivina\n')
    const kept = join(base, 'by hand.enc')
    const made = await runWith({ ...settings, BACKUP_PASSPHRASE: 'una frase que nadie adivina' }, base, 'backup', kept)
    expect(made).toEqual({ code: 0, output: expect.not.stringContaining('NOT encrypted') })
    const empty = await createDatabase(clusterUrl)
    const onto = { DATABASE_URL: empty.ownerUrl }
    expect((await runWith(onto, base, 'restore', kept)).output).toMatch(/^This backup is encrypted[^\n]+\n$/)
    expect(await runWith({ ...onto, BACKUP_PASSPHRASE_FILE: phrase }, base, 'restore', kept)).toMatchObject({ code: 0 })
    await empty.drop()
    expect((await runWith({ BACKUP_PASSPHRASE: 'short' }, base, 'backup')).output).toMatch(/12 characters or more\n$/)
    expect((await runWith({ BACKUP_PASSPHRASE_FILE: join(base, 'none') }, base, 'backup')).output).toMatch(
      /^BACKUP_PASSPHRASE_FILE cannot be read[^\n]+\n$/,
    )
    expect((await run(base, 'backup', '--passphrase', 'x')).code).toBe(1)
  })

  it('print their usage in one line', async () => {
    expect((await run(base, 'restore')).output).toMatch(/^Usage: .*\n$/)
  })
})

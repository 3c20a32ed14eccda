import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../open.ts'
import { DatabaseInUse, StartProblem } from '../problems.ts'
import { mayEnter } from './account.ts'
import { prepareCluster, removeCluster } from './data-folder.ts'
import { startEmbedded } from './embedded.ts'
import { migrate, readMigrations } from './migrate.ts'
import { freePort, isAlive, readPidFile, socketFolder, startPostmaster, stopPostmaster } from './postmaster.ts'

const isRoot = process.getuid?.() === 0
const stranger = { uid: 65534, gid: 65534 }
const mayStrangerRun = isRoot && (await mayEnter(stranger, import.meta.dirname, process.execPath))
const patience = 60_000

const base = mkdtempSync(join(tmpdir(), 'parada lifecycle ñ '))
// Closed to every other user, like a checkout under /root.
chmodSync(base, 0o700)
const home = join(base, 'home of José')

const children: ChildProcess[] = []
const opened: { close: () => Promise<void> }[] = []

beforeAll(async () => {
  await (await openDatabase({ home, log: () => {} })).close()
}, 2 * patience)

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const database of opened.splice(0)) await database.close()
}, patience)

afterAll(async () => {
  await removeCluster(home)
  rmSync(base, { recursive: true, force: true })
}, patience)

const open = async (folder = home) => {
  const lines: string[] = []
  const database = await openDatabase({ home: folder, log: (line) => lines.push(line) })
  opened.push(database)
  return { ...database, lines }
}

const startChild = async (folder = home, user: object = {}) => {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../testing/child.ts'), 'open', folder], {
    ...user,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const [line] = await once(createInterface(child.stdout), 'line')
  return { child, ...(JSON.parse(line) as { ownerUrl: string; problem?: string; message?: string }) }
}

const kill = async (child: ChildProcess, signal: NodeJS.Signals) => {
  const gone = once(child, 'exit')
  child.kill(signal)
  return (await gone)[0]
}

const asOwner = async <T>(url: string, run: (client: pg.Client) => Promise<T>) => {
  const client = new pg.Client(url)
  client.on('error', () => {})
  await client.connect()
  return run(client).finally(() => client.end())
}

const write = (url: string, key: string) =>
  asOwner(url, (client) => client.query("insert into installation values ($1, '1')", [key]))

const keysOf = async (url: string): Promise<string[]> =>
  asOwner(url, async (client) =>
    (await client.query("select key from installation where value = '1' order by key")).rows.map((row) => row.key),
  )

const postmasterOf = (folder = home) => readPidFile(realpathSync(join(folder, 'postgres')))?.pid

/** PostgreSQL removes its pid file as the last thing it does, and its process ends a moment later. */
const gone = (pid: number) => expect.poll(() => isAlive(pid)).toBe(false)

describe('the embedded database', { timeout: patience }, () => {
  it('survives kill -9 of its server, and the next start adopts it with every row', async () => {
    const first = await startChild()
    await write(first.ownerUrl, 'before kill of the server')
    const postmaster = postmasterOf()
    await kill(first.child, 'SIGKILL')
    const second = await open()
    expect(second.ownerUrl).toBe(first.ownerUrl)
    expect(postmasterOf()).toBe(postmaster)
    expect(await keysOf(second.ownerUrl)).toEqual(['before kill of the server'])
  })

  it('is restarted on the same port if it is killed under a running server', async () => {
    const database = await open()
    await write(database.ownerUrl, 'before kill of the database')
    await database.pool.query('select 1')
    process.kill(postmasterOf() as number, 'SIGKILL')
    while (!(await database.pool.query('select 1').catch(() => undefined))) await wait(20)
    while (!database.lines.some((line) => /starting it again/.test(line))) await wait(20)
    await expect.poll(() => keysOf(database.ownerUrl).catch(() => []), { timeout: patience }).toHaveLength(2)
  })

  it('recovers if it is killed together with its server', async () => {
    const first = await startChild()
    await write(first.ownerUrl, 'before kill of both')
    process.kill(postmasterOf() as number, 'SIGKILL')
    first.child.kill('SIGKILL')
    const second = await open()
    expect(await keysOf(second.ownerUrl)).toHaveLength(3)
  })

  it('starts even if its pid file names an unrelated process', async () => {
    const database = await open()
    await database.close()
    const dataFolder = realpathSync(join(home, 'postgres'))
    writeFileSync(
      join(dataFolder, 'postmaster.pid'),
      `${process.pid}\n${dataFolder}\n1\n5432\n\n127.0.0.1\n0 0\nready\n`,
    )
    expect(await keysOf((await open()).ownerUrl)).toHaveLength(3)
  })

  it('can be used by one server at a time', async () => {
    await open()
    const second = openDatabase({ home, log: () => {} })
    await expect(second).rejects.toThrow(DatabaseInUse)
    await expect(second).rejects.toThrow(`Another Parada is running on the data in ${home}`)
  })

  it('stops with its server on SIGTERM, and may be closed more than once', async () => {
    const { child } = await startChild()
    const postmaster = postmasterOf() as number
    expect(await kill(child, 'SIGTERM')).toBe(0)
    expect(postmasterOf()).toBeUndefined()
    await gone(postmaster)
    const database = await open()
    await Promise.all([database.close(), database.close()])
    await database.close()
    expect(postmasterOf()).toBeUndefined()
  })

  it('is set up once if three servers start on a new folder at the same time', async () => {
    const folder = join(base, 'raced')
    const starts = await Promise.all([startChild(folder), startChild(folder), startChild(folder)])
    const inUse = `Another Parada is running on the data in ${folder}`
    expect(starts.map(({ message }) => message ?? 'opened').sort()).toEqual([inUse, inUse, 'opened'])
    for (const { child } of starts) if (child.exitCode === null) await kill(child, 'SIGTERM')
    await removeCluster(folder)
  })

  it.skipIf(!mayStrangerRun)('runs as an ordinary user', async () => {
    const own = mkdtempSync(join(tmpdir(), 'parada ordinary ñ '))
    chownSync(own, stranger.uid, stranger.gid)
    const { child, ownerUrl, message } = await startChild(join(own, 'home'), stranger)
    expect(message).toBeUndefined()
    await write(ownerUrl, 'as an ordinary user')
    const postmaster = postmasterOf(join(own, 'home')) as number
    expect(await kill(child, 'SIGTERM')).toBe(0)
    await gone(postmaster)
    rmSync(own, { recursive: true })
  })

  it.skipIf(!mayStrangerRun)('reports in one line that an ordinary user cannot write to the folder', async () => {
    const foreign = mkdtempSync(join(tmpdir(), 'parada-foreign-'))
    const { problem, message } = await startChild(foreign, stranger)
    expect([problem, message]).toEqual(['StartProblem', `Parada cannot write to its data folder ${foreign} (EACCES)`])
    rmSync(foreign, { recursive: true })
  })

  it('reports in one line that a folder cannot be created', async () => {
    const file = join(base, 'file')
    writeFileSync(file, '')
    await expect(open(join(file, 'home'))).rejects.toThrow(
      new StartProblem(`Parada cannot write to its data folder ${join(file, 'home')} (ENOTDIR)`),
    )
  })

  it('reports in one line why PostgreSQL does not start, or that the data is of another version', async () => {
    const dataFolder = realpathSync(join(home, 'postgres'))
    writeFileSync(join(dataFolder, 'postgresql.auto.conf'), 'shared_buffers = nonsense\n')
    await expect(open()).rejects.toThrow(/^PostgreSQL does not start: .*postgresql\.auto\.conf.*$/)
    writeFileSync(join(dataFolder, 'PG_VERSION'), '17\n')
    await expect(open()).rejects.toThrow(/was made by PostgreSQL 17, but this Parada brings 18$/)
  })

  it('is removed together with its data folder, wherever that is', async () => {
    const folder = join(base, 'removed')
    mkdirSync(folder)
    await (await startEmbedded({ home: folder, log: () => {} })).close()
    const dataFolder = realpathSync(join(folder, 'postgres'))
    await removeCluster(folder)
    expect([existsSync(dataFolder), existsSync(join(folder, 'postgres'))]).toEqual([false, false])
  })
})

it(
  'the embedded database starts beside an empty pid file left by a power failure',
  async () => {
    const folder = join(base, 'lost')
    await (await startEmbedded({ home: folder, log: () => {} })).close()
    const file = join(realpathSync(join(folder, 'postgres')), 'postmaster.pid')
    writeFileSync(file, '')
    const anHourAgo = new Date(Date.now() - 3_600_000)
    utimesSync(file, anHourAgo, anHourAgo)
    const { ownerUrl, close } = await startEmbedded({ home: folder, log: () => {} })
    expect(await asOwner(ownerUrl, async (client) => (await client.query('select 1 as one')).rows)).toEqual([
      { one: 1 },
    ])
    await close()
    await removeCluster(folder)
  },
  patience,
)

it(
  'the embedded database restarts when somebody else sends it SIGTERM, rather than waiting for open connections',
  async () => {
    const folder = join(base, 'told')
    let isStopping = true
    const embedded = await startEmbedded({ home: folder, log: () => {}, isStopping: () => isStopping })
    opened.push(embedded)
    const told = readPidFile(realpathSync(join(folder, 'postgres')))?.pid as number
    process.kill(told, 'SIGTERM')
    // If its server is stopping too, the database waits for the server's last responses.
    await wait(2_500)
    expect(isAlive(told)).toBe(true)
    isStopping = false
    await gone(told)
    const isBack = () => asOwner(embedded.ownerUrl, (client) => client.query('select')).then(Boolean, () => false)
    await expect.poll(isBack).toBe(true)
    await embedded.close()
    await removeCluster(folder)
  },
  patience,
)

it('a first start without enough disk space is refused in one line and leaves nothing behind', async () => {
  const folder = join(base, 'full')
  const start = prepareCluster(folder, () => 299_999_999)
  await expect(start).rejects.toThrow(
    /^A new installation needs 300 MB, and the disk of \S.* has less: free some space first$/,
  )
  await expect(start).rejects.toThrow(StartProblem)
  expect(readdirSync(folder)).toEqual([])
})

it(
  'a migration during which PostgreSQL was killed is completed, with nothing left half-done',
  async () => {
    const folder = join(base, 'migrated')
    const lines: string[] = []
    const embedded = await startEmbedded({ home: folder, log: (line) => lines.push(line) })
    opened.push(embedded)
    const slow = {
      name: '9001_slow.sql',
      sql: `create table half (id int); do $$ begin
        if not exists (select from killed) then perform pg_sleep(600); end if; end $$; create table whole (id int)`,
      checksum: 'x',
    }
    await asOwner(embedded.ownerUrl, (client) => client.query('create table killed (id int)'))
    const migrating = migrate(embedded.ownerUrl, { migrations: [...readMigrations(), slow] })
    const sleeping = "select from pg_stat_activity where wait_event = 'PgSleep'"
    await asOwner(embedded.ownerUrl, async (client) => {
      while ((await client.query(sleeping)).rowCount === 0) await wait(20)
      await client.query('insert into killed values (1)')
    })
    process.kill(readPidFile(realpathSync(join(folder, 'postgres')))?.pid as number, 'SIGKILL')
    await migrating
    expect(lines).toContain('The connection to the database process was lost: starting it again')
    const made = await asOwner(embedded.ownerUrl, async (client) => {
      const { rows } = await client.query("select name from schema_migration where name = '9001_slow.sql'")
      return [rows.length, (await client.query("select to_regclass('half') h, to_regclass('whole') w")).rows]
    })
    expect(made).toEqual([1, [{ h: 'half', w: 'whole' }]])
    await embedded.close()
    await removeCluster(folder)
  },
  patience,
)

describe('the socket of the database', () => {
  const plain = mkdtempSync(join(tmpdir(), 'parada-socket-'))
  afterAll(async () => {
    await removeCluster(plain)
    rmSync(plain, { recursive: true, force: true })
  }, patience)

  const socketsIn = (folder: string) => readdirSync(folder).filter((name) => name.startsWith('.s.PGSQL'))

  it(
    'is used if its path is plain and short, and one left by a killed database is cleared away at the next start',
    async () => {
      const { cluster } = await prepareCluster(plain)
      const first = await open(plain)
      expect(new URL(first.appUrl).searchParams.get('host')).toBe(cluster.dataFolder)
      expect(await first.inTenant(1, (tx) => tx.selectFrom('tenant').select('id').execute())).toEqual([])
      const { pid = 0 } = readPidFile(cluster.dataFolder) ?? {}
      await first.close()
      expect(socketsIn(cluster.dataFolder)).toEqual([])

      const { child } = await startChild(plain)
      const killed = readPidFile(cluster.dataFolder)
      expect(killed?.pid).not.toBe(pid)
      await kill(child, 'SIGKILL')
      process.kill(killed?.pid ?? 0, 'SIGKILL')
      await open(plain)
      const port = readPidFile(cluster.dataFolder)?.port
      expect(socketsIn(cluster.dataFolder)).toEqual([`.s.PGSQL.${port}`, `.s.PGSQL.${port}.lock`])
    },
    patience,
  )

  it(
    'is not needed where it cannot be created',
    async () => {
      const { cluster } = await prepareCluster(plain)
      const port = await freePort()
      const inTheWay = join(cluster.dataFolder, `.s.PGSQL.${port}`)
      mkdirSync(inTheWay)
      const all = { ...cluster, settings: [] }
      const started = await startPostmaster(all, port)
      expect([started.port, socketFolder(cluster.dataFolder, port)]).toEqual([port, undefined])
      await stopPostmaster(all)
      rmSync(inTheWay, { recursive: true })
    },
    patience,
  )
})

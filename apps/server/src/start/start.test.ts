import { createServer } from 'node:net'
import { join, relative } from 'node:path'
import { isAlive } from '@parada/db/installation/postmaster'
import { demoPassword } from '@parada/db/seed/demo-users'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { newDemoHome } from '../testing/demo-home.ts'
import { newHome, outcome, type RunningServer, startProcess, stopWhen } from '../testing/process.ts'

const ana = 'ana.perez@demo.example'

// A start takes longer on a machine busy with other tests; how long it may take is measured by the benchmark.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

/** Expects one clear line on stderr, and nothing else there. */
const expectRefusal = ({ code, err }: { code: number | null; err: string }, reason: RegExp) => {
  expect(err).toMatch(/^Parada did not start: [^\n]+\n$/)
  expect(err).toMatch(reason)
  expect(code).toBe(1)
}

const tokenOf = async ({ signIn }: RunningServer) => {
  const { response } = await signIn(ana, demoPassword)
  if (!response) throw new Error('Nobody signed in')
  return response.token
}

const demo = newDemoHome()
const settings = { PARADA_HOME: demo.home }
let first: RunningServer
let running: RunningServer | undefined

/** The demo's server, started again if an earlier test has ended it. */
const serving = async () => (running ??= await startProcess(settings))
const end = async (signal?: NodeJS.Signals) => {
  const ended = await running?.stop(signal)
  running = undefined
  return ended
}

beforeAll(async () => {
  first = await serving()
})
afterAll(async () => {
  await end()
  await demo.dispose()
})

describe('starting', () => {
  it('prints the address, the demo sign-ins, the mail folder and how to stop', () => {
    const { out, err } = first.said
    for (const line of [
      `Parada is running at ${first.origin}`,
      `password ${demoPassword}`,
      ana,
      `Mail is written to ${relative(process.cwd(), join(demo.home, 'mail'))}`,
      'Stop: Ctrl C',
    ])
      expect(out).toContain(line)
    expect(err).toBe('')
  })

  it('a second time keeps the data', async () => {
    const token = await tokenOf(await serving())
    await end()
    const { isSignedIn, said } = await serving()
    expect(await isSignedIn(token)).toBe(true)
    expect(said.out).not.toContain('Filling')
  })
})

describe('a failed start', () => {
  it('is reported for a second instance on the same data, and the first keeps running', async () => {
    const { signIn } = await serving()
    expectRefusal(await outcome('main.js', [], { ...settings, PORT: '0' }), /Another Parada is running on the data in/)
    expectRefusal(await outcome('main.js', ['--reset'], { ...settings, PORT: '0' }), /Another Parada is running/)
    expect((await signIn(ana, demoPassword)).status).toBe(200)
  })

  it('is reported for a port in use, and leaves no database process', async () => {
    await end()
    const taken = createServer()
    await new Promise<void>((resolve) => taken.listen(0, 'localhost', resolve))
    const { port } = taken.address() as { port: number }
    const refused = await outcome('main.js', [], { ...settings, PORT: String(port) })
    await new Promise((resolve) => taken.close(resolve))
    expectRefusal(refused, new RegExp(`Port ${port} is taken`))
    expect(demo.postmaster()).toBeUndefined()
  })

  it.each([
    [
      'a home below a file',
      [],
      () => ({ PARADA_HOME: join(demo.home, 'secrets.json', 'home') }),
      /cannot write to its data folder/,
    ],
    ['a home where nothing can be written', [], () => ({ PARADA_HOME: '/proc' }), /cannot write to its data folder/],
    ['a port that is not a number', [], () => ({ ...settings, PORT: 'abc' }), /Setting PORT is wrong/],
    ['an unknown option', ['--rest'], () => settings, /Unknown option '--rest'.*npm start --/],
    ['options that exclude each other', ['--empty', '--demo'], () => settings, /exclude each other/],
    ['an invalid database URL', [], () => ({ ...settings, DATABASE_URL: 'here' }), /DATABASE_URL is not a URL/],
    [
      'a database server that is away',
      [],
      () => ({ ...settings, DATABASE_URL: 'postgres://a:b@127.0.0.1:9/x' }),
      /cannot be reached/,
    ],
    [
      '--reset of a database server',
      ['--reset'],
      () => ({ ...settings, DATABASE_URL: 'postgres://a:b@127.0.0.1:9/x' }),
      /--reset is for the embedded database/,
    ],
  ])('is reported for %s', async (_, args, given, reason) =>
    expectRefusal(await outcome('main.js', args, given()), reason),
  )
})

describe('stopping', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('on %s is clean and leaves no database process', async (signal) => {
    await serving()
    const postmaster = demo.postmaster() ?? 0
    expect(isAlive(postmaster)).toBe(true)
    expect(await end(signal)).toMatchObject({ code: 0, err: '' })
    expect(isAlive(postmaster)).toBe(false)
  })

  it('is clean when the signal comes twice at once, as from the terminal and through npm', async () => {
    const { stop } = await serving()
    const postmaster = demo.postmaster() ?? 0
    stop('SIGTERM')
    expect(await end('SIGTERM')).toMatchObject({ code: 0, err: '' })
    expect(isAlive(postmaster)).toBe(false)
  })

  it('while the demo is being filled is clean too, and the next start fills it', async () => {
    const fresh = newHome()
    try {
      expect(await stopWhen('Filling', { PARADA_HOME: fresh.home })).toMatchObject({ code: 0, err: '' })
      expect(fresh.postmaster()).toBeUndefined()
      const next = await startProcess({ PARADA_HOME: fresh.home })
      expect((await next.signIn(ana, demoPassword)).status).toBe(200)
      await next.stop()
    } finally {
      await fresh.dispose()
    }
  })
})

describe('after kill -9', () => {
  it.each([
    ['the server', false],
    ['the server and the database', true],
  ])('of %s, the next start serves again, sessions included', async (_, database) => {
    const token = await tokenOf(await serving())
    const postmaster = demo.postmaster() ?? 0
    const killed = end('SIGKILL')
    if (database) process.kill(postmaster, 'SIGKILL')
    await killed
    const { isSignedIn } = await serving()
    expect(await isSignedIn(token)).toBe(true)
  })
})

import { readFile } from 'node:fs/promises'
import { cloneDatabase } from '@parada/db/testing/cluster'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { newHome, type RunningServer, startProcess } from '../testing/process.ts'
import { type SimulatorLinks, simulatorFile } from './simulator-links.ts'
import { simulatorLog } from './simulator-process.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const patience = { timeout: 60_000, interval: 50 }
const { home, dispose } = newHome()
let database: Awaited<ReturnType<typeof cloneDatabase>>
let settings: { PARADA_HOME: string; DATABASE_URL: string }
let running: RunningServer | undefined

beforeAll(async () => {
  database = await cloneDatabase(inject('paradaOwnerUrl'))
  settings = { PARADA_HOME: home, DATABASE_URL: database.ownerUrl }
})
afterAll(async () => {
  await running?.stop()
  await database.drop()
  await dispose()
})

const start = async (args: string[]) => {
  running = await startProcess(settings, args, { isQuiet: false })
  return running
}
const listening = async () => (JSON.parse(await readFile(simulatorFile(home), 'utf8')) as SimulatorLinks).listen
const answers = (url: string) =>
  fetch(url).then(
    () => true,
    () => false,
  )
const isDriving = async () => {
  await vi.waitFor(
    async () => expect(await readFile(simulatorLog(home), 'utf8')).toContain('orders taken over'),
    patience,
  )
  return listening()
}

describe('the simulator of the demo', () => {
  it('runs beside the server, and stops with it', async () => {
    const { said, stop } = await start(['--demo', '--calls-per-minute', '0'])
    expect(said.out).toContain('npm start -- --quiet')
    const url = await isDriving()
    expect(await answers(url)).toBe(true)
    expect(await stop()).toMatchObject({ code: 0, err: '' })
    expect(await answers(url)).toBe(false)
  })

  it('does not outlive a server that was killed', async () => {
    const { stop } = await start(['--demo', '--calls-per-minute', '0'])
    const url = await isDriving()
    await stop('SIGKILL')
    await vi.waitFor(async () => expect(await answers(url)).toBe(false), patience)
  })

  it.each([
    ['a start that is to be quiet', ['--demo', '--quiet']],
    ['a database server of somebody’s own', []],
  ])('is left out of %s', async (_, args) => {
    const { said, stop } = await start(args)
    expect(said.out).not.toContain('Simulated')
    await stop()
  })
})

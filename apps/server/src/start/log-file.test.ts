import { appendFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { logFile, logLimits } from './log-file.ts'

let folder: string
let path: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parada-log-'))
  path = join(folder, 'server.log')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const read = (name: string) => readFile(join(folder, name), 'utf8')

it('continues after a full disk, and logs how many lines were lost', async () => {
  let isFull = false
  const append = async (file: string, text: string) => {
    if (isFull) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    await appendFile(file, text)
  }
  const log = logFile(path, { append })
  const say = async (line: string) => {
    log.write(line)
    await log.flush()
  }
  await say('one\n')
  isFull = true
  await say('two\n')
  await say('three\n')
  isFull = false
  await say('four\n')
  log.end()
  expect(await read('server.log')).toMatch(/^one\n\{[^\n]*"lost":2[^\n]*\}\nfour\n$/)
})

it('drops lines instead of using more memory when the disk accepts nothing', async () => {
  const written: string[] = []
  let letGo = () => {}
  const stuck = new Promise<void>((resolve) => (letGo = resolve))
  const append = async (_: string, text: string) => {
    await stuck
    written.push(text)
  }
  const log = logFile(path, { append, limits: { ...logLimits, gatheredBytes: 1, waitingBytes: 10 } })
  for (let n = 0; n < 1_000; n++) log.write('a line\n')
  letGo()
  await log.flush()
  log.end()
  expect(written.join('').length).toBeLessThan(200)
  log.write('after\n')
  await log.flush()
  expect(written.join('')).toContain('"lost":99')
})

it('rotates a file when it is large or old, and keeps a few', async () => {
  let now = Date.now()
  const log = logFile(path, { now: () => now, limits: { ...logLimits, bytes: 10, kept: 2 } })
  for (const line of ['first\n', 'second\n', 'third\n', 'fourth\n']) {
    log.write(line)
    await log.flush()
  }
  expect((await readdir(folder)).sort()).toEqual(['server.log', 'server.log.1', 'server.log.2'])
  expect([await read('server.log'), await read('server.log.1')]).toEqual(['fourth\n', 'third\n'])
  log.end()

  const daily = logFile(path, { now: () => now })
  now += logLimits.ageMs + 60_000
  daily.write('next day\n')
  await daily.flush()
  daily.end()
  expect([await read('server.log'), await read('server.log.1')]).toEqual(['next day\n', 'fourth\n'])
})

import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { environment, root } from './setup.mjs'

/** Seconds that each journey took in its last run on this machine. */
const durations = join(root, 'node_modules', '.cache', 'parada-journeys.json')

const readJson = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return {}
  }
}

export const durationsOf = () => readJson(durations)

const specsIn = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsIn)]

const rememberDurations = (suites) => {
  const taken = suites.map((suite) => {
    const runs = specsIn(suite).flatMap(({ tests }) => tests.flatMap(({ results }) => results))
    const seconds = runs.reduce((sum, { duration }) => sum + duration, 0) / 1_000
    return [basename(suite.file, '.spec.ts'), Math.round(seconds)]
  })
  mkdirSync(dirname(durations), { recursive: true })
  writeFileSync(durations, JSON.stringify({ ...durationsOf(), ...Object.fromEntries(taken) }))
}

const run = (home, command, args, settings, stdio) => {
  const env = { ...environment, ...settings, E2E_HOME: home }
  const child = spawn(command, args, { cwd: join(root, 'e2e'), stdio, env })
  return new Promise((resolve) => {
    child.once('error', () => resolve(1))
    child.once('close', resolve)
  })
}

const newHome = () => mkdtempSync(join(tmpdir(), 'parada-e2e-'))

/** A folder for journeys with the demo in it. If it cannot be filled here, the journeys try again and report why. */
export const fillForJourneys = async () => {
  const home = newHome()
  await run(home, 'node', ['fill.ts'], {}, 'ignore')
  return home
}

/**
 * Runs journeys against a product of their own. Its folder is removed when all of them pass, and kept for inspection
 * otherwise.
 */
export const runJourneys = async (chromium, args = [], settings = {}, home = newHome()) => {
  const started = Date.now()
  const code = await run(home, 'playwright', ['test', ...args], { ...settings, CHROMIUM: chromium }, 'inherit')
  const { stats, suites = [] } = readJson(join(home, 'report.json'))
  rememberDurations(suites)
  const ok = code === 0
  if (ok) rmSync(home, { recursive: true, force: true })
  return {
    ok,
    passed: stats?.expected ?? 0,
    failed: stats?.unexpected ?? 0,
    skipped: stats?.skipped ?? 0,
    failures: specsIn({ suites }).flatMap((spec) => (spec.ok ? [] : [`${spec.file} › ${spec.title}`])),
    seconds: Math.round((Date.now() - started) / 1_000),
    home: ok ? undefined : home,
  }
}

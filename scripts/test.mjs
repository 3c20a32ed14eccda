// Proves everything: style and types, rules, database, server and web, then the journeys in a real browser.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureChromium } from './chromium.mjs'
import { ensureRabbitMQ } from './rabbitmq.mjs'
import { ensureBuilt, ensureInstalled, ensureWritable, environment, root } from './setup.mjs'

ensureWritable()
ensureInstalled()
ensureBuilt()
const chromium = ensureChromium()
ensureRabbitMQ()
const reports = mkdtempSync(join(tmpdir(), 'parada-reports-'))

const started = Date.now()
const outcomes = []

const step = (name, command, args, options = {}) => {
  console.log(`\n— ${name}`)
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    ...options,
    env: { ...environment, ...options.env },
  })
  outcomes.push({ name, ok: status === 0 })
}

const read = (file) => {
  try {
    return JSON.parse(readFileSync(join(reports, file), 'utf8'))
  } catch {
    return undefined
  }
}

step('style and types', 'node', ['scripts/check.mjs'])
step('rules, database, server and web', 'vitest', [
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${join(reports, 'vitest.json')}`,
])
step('journeys', 'playwright', ['test'], {
  cwd: join(root, 'e2e'),
  env: { CHROMIUM: chromium, E2E_REPORT: join(reports, 'journeys.json') },
})

const units = read('vitest.json')
const journeys = read('journeys.json')?.stats
const passed = (units?.numPassedTests ?? 0) + (journeys?.expected ?? 0)
const failed = (units?.numFailedTests ?? 0) + (journeys?.unexpected ?? 0)
const skipped = (units?.numPendingTests ?? 0) + (journeys?.skipped ?? 0)

console.log(`\n${outcomes.map(({ name, ok }) => `${ok ? 'ok    ' : 'FAILED'} ${name}`).join('\n')}`)
console.log(`in ${Math.round((Date.now() - started) / 1_000)} s`)
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`)
process.exit(outcomes.every(({ ok }) => ok) && passed > 0 ? 0 : 1)

// Proves everything: style and types, rules, database, server and web, then the journeys in a real browser.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { ensureChromium } from './chromium.mjs'
import { fillForJourneys, runJourneys } from './journeys.mjs'
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

const runStep = (name, command, args, stdio) => {
  const child = spawn(command, args, {
    cwd: root,
    stdio,
    env: { ...environment, PARADA_UNHANDLED_ERRORS: join(reports, 'unhandled.json') },
  })
  const ended = new Promise((resolve) => {
    child.once('error', () => resolve(1))
    child.once('close', resolve)
  }).then((code) => outcomes.push({ name, ok: code === 0 }))
  return { child, ended }
}

const step = (name, command, args) => {
  console.log(`\n— ${name}`)
  return runStep(name, command, args, 'inherit').ended
}

/** Runs beside the next step, which begins on one processor, and prints its output at the end. */
const stepBeside = async (name, command, args) => {
  const { child, ended } = runStep(name, command, args, ['ignore', 'pipe', 'pipe'])
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text))
  await ended
  console.log(`\n— ${name}\n${said}`)
}

const read = (file) => {
  try {
    return JSON.parse(readFileSync(join(reports, file), 'utf8'))
  } catch {
    return undefined
  }
}

const filled = stepBeside('style and types', 'node', ['scripts/check.mjs']).then(fillForJourneys)
await step('rules, database, server and web', 'vitest', [
  'run',
  '--reporter=default',
  '--reporter=json',
  '--reporter=./scripts/unhandled-errors.mjs',
  `--outputFile.json=${join(reports, 'vitest.json')}`,
])
const home = await filled
console.log('\n— journeys')
const journeys = await runJourneys(chromium, [], {}, home)
outcomes.push({ name: 'journeys', ok: journeys.ok })

const units = read('vitest.json')

/** Failures with the first lines of their reasons, for readers who only see the end of the output. */
const firstLines = (text = '') => text.split('\n').slice(0, 12).join('\n  ')
const failures = [
  ...(units?.testResults ?? []).flatMap(({ name, message, assertionResults }) => [
    ...(message ? [`${relative(root, name)}\n  ${firstLines(message)}`] : []),
    ...assertionResults
      .filter(({ status }) => status === 'failed')
      .map((test) => `${relative(root, name)} › ${test.fullName}\n  ${firstLines(test.failureMessages[0])}`),
  ]),
  ...(read('unhandled.json') ?? []).map((error) => `An error that no test caught\n  ${firstLines(error)}`),
  ...journeys.failures,
]

const passed = (units?.numPassedTests ?? 0) + journeys.passed
const failed = (units?.numFailedTests ?? 0) + journeys.failed
const skipped = (units?.numPendingTests ?? 0) + journeys.skipped

console.log(`\n${outcomes.map(({ name, ok }) => `${ok ? 'ok    ' : 'FAILED'} ${name}`).join('\n')}`)
for (const failure of failures) console.log(`\n✗ ${failure}`)
if (journeys.home) console.log(`What the journeys left is in ${journeys.home}`)
console.log(`in ${Math.round((Date.now() - started) / 1_000)} s`)
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`)
rmSync(reports, { recursive: true, force: true })
process.exit(outcomes.every(({ ok }) => ok) && passed > 0 ? 0 : 1)

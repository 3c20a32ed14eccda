// npm run test:stress [-- busy|idle|late]: runs the journeys again and again, first on a machine kept busy, then on an
// idle one. None of them may fail even once, and none is retried. On request, runs them once with late answers instead,
// without those that measure time.
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { ensureChromium } from './chromium.mjs'
import { runJourneys } from './journeys.mjs'
import { ensureBuilt, ensureInstalled, ensureWritable, environment } from './setup.mjs'

const part = process.argv[2]
const plan = [...Array(5).fill('busy'), ...Array(3).fill('idle'), 'late'].filter((machine) =>
  part ? machine === part : machine !== 'late',
)

/** Starts one process for each core that does nothing but keep it busy; they end with the run, however that ends. */
const keepBusy = () => {
  const spin = `process.stdin.on('end', () => process.exit()).resume(); (function turn() {
    for (const end = Date.now() + 50; Date.now() < end; );
    setImmediate(turn)
  })()`
  const children = Array.from({ length: Math.max(2, availableParallelism()) }, () =>
    spawn('node', ['-e', spin], { stdio: ['pipe', 'ignore', 'inherit'], env: environment }),
  )
  return () => {
    for (const child of children) child.stdin.end()
  }
}

ensureWritable()
ensureInstalled()
ensureBuilt()
const chromium = ensureChromium()

const results = []
for (const [at, machine] of plan.entries()) {
  console.log(`\n— run ${at + 1} of ${plan.length}, ${machine} machine`)
  const stop = machine === 'busy' ? keepBusy() : () => {}
  const how = machine === 'late' ? [['--project=journeys'], { E2E_LATE_MS: '700' }] : []
  results.push({ run: at + 1, machine, ...(await runJourneys(chromium, ...how)) })
  stop()
}

console.log('')
console.table(
  results.map(({ run, machine, passed, failed, skipped, seconds }) => ({
    run,
    machine,
    passed,
    failed,
    skipped,
    seconds,
  })),
)
for (const { run, failures, home } of results.filter(({ ok }) => !ok))
  console.log(`run ${run} failed: ${failures.join('; ') || 'it did not come to its end'} (see ${home})`)
process.exit(results.every(({ ok, passed }) => ok && passed > 0) ? 0 : 1)

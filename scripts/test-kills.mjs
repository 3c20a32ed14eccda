// npm run test:kills: kills server and database again and again under load, while three desks watch. Every acknowledged
// booking must be stored exactly once. Reports how long it took until the product was ready and the desks were right.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureChromium } from './chromium.mjs'
import { runJourneys } from './journeys.mjs'
import { ensureBuilt, ensureInstalled, ensureWritable } from './setup.mjs'

const limits = { server: 5, database: 5, both: 5, stop: 15, right: 10 }

ensureWritable()
ensureInstalled()
ensureBuilt()
const folder = mkdtempSync(join(tmpdir(), 'parada-kills-'))
const report = join(folder, 'report.json')
const plan = { kills: { server: 20, database: 20, both: 5 }, outages: [5, 30, 120], callers: 4, report }
const { ok } = await runJourneys(ensureChromium(), ['journeys/kills.spec.ts'], { KILLS: JSON.stringify(plan) })
if (!ok) process.exit(1)

const { table, acknowledged } = JSON.parse(readFileSync(report, 'utf8'))
rmSync(folder, { recursive: true, force: true })
const at = (values, share) => values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] / 1_000
const figures = (values) => ({ p50: at(values, 0.5), p95: at(values, 0.95), worst: at(values, 1) })
const summary = [...Map.groupBy(table, ({ what }) => what)].flatMap(([what, runs]) => {
  const isKill = what in plan.kills
  const right = { what: `${isKill ? `kill of ${what}` : `outage of ${what}`}: well again to every desk right` }
  const took = { what: isKill ? `kill of ${what}: until well again` : 'stop under load' }
  return [
    {
      ...took,
      times: runs.length,
      ...figures(runs.map((run) => run.took)),
      limit: isKill ? limits[what] : limits.stop,
    },
    { ...right, times: runs.length, ...figures(runs.map((run) => run.right)), limit: limits.right },
  ]
})
console.table(summary)
console.log(`${acknowledged} bookings acknowledged, each stored once`)
process.exit(summary.every(({ worst, limit }) => worst <= limit) ? 0 : 1)

// npm run test:changed [-- commit]: tests what a change touches, within two minutes. A change is the difference to the
// commit (HEAD by default): tests that import a changed file run first, the nearest before others, then the journeys
// through a changed screen. Tests that do not fit into the time are listed; npm test runs everything.
import { execFileSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { createVitest, startVitest } from 'vitest/node'
import { ensureChromium } from './chromium.mjs'
import { durationsOf, runJourneys } from './journeys.mjs'
import { ensureBuilt, root } from './setup.mjs'

/** Seconds out of two minutes; the rest is for building and for starting the databases, the product and the browser. */
const spend = { units: 50, journeys: 35 }
/** Estimates for tests that have not run here yet: bytes of source per second, and seconds per journey. */
const guess = { bytesASecond: 1_000, journey: 15 }

/** The journeys that exercise each folder of the web application. */
const screens = [
  ['wizard/', ['wizard']],
  ['booking/', ['booking', 'undo', 'promises']],
  ['kit/list/', ['lists', 'keys', 'dashboard']],
  ['kit/(map|address-box)/', ['callers-and-addresses', 'wizard']],
  ['kit/', ['keys', 'booking', 'callers-and-addresses']],
  ['screens/_shell/dashboard', ['dashboard']],
  ['screens/_shell/(caller|address)', ['callers-and-addresses']],
  ['screens/_shell/services', ['booking']],
  ['screens/_shell/new-', ['wizard']],
  ['screens/_shell/', ['lists']],
  ['screens/pages/', ['sign-in']],
  ['shell/', ['shell', 'palette']],
  ['session/', ['session', 'guard', 'sign-in']],
  ['live/', ['live']],
]

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)

const changedSince = (commit) =>
  [...git('diff', '--name-only', commit), ...git('ls-files', '--others', '--exclude-standard')].filter((file) =>
    existsSync(join(root, file)),
  )

const journeysFor = (file) => {
  const [, own] = /^e2e\/journeys\/(.+)\.spec\.ts$/.exec(file) ?? []
  if (own) return [own]
  const [, inWeb] = /^apps\/web\/src\/(?!.*\.test\.)(.+)$/.exec(file) ?? []
  return screens.find(([folder]) => inWeb && new RegExp(`^${folder}`).test(inWeb))?.[1] ?? []
}

/** As many as fit, in order; one that is too long for the remaining time leaves it to those behind it. */
const fitting = (all, seconds, secondsOf) => {
  let left = seconds
  const chosen = all.filter((one) => {
    const isFitting = secondsOf(one) <= left
    if (isFitting) left -= secondsOf(one)
    return isFitting
  })
  return [chosen, all.filter((one) => !chosen.includes(one))]
}

const tellLeftOut = (left) => {
  if (left.length > 0) console.log(`\nLeft to npm test: ${left.join(', ')}`)
}

/** Distance of a test from the nearest changed file, in folders. */
const distance = (test, changed) =>
  Math.min(...changed.map((file) => relative(dirname(file), dirname(test)).split('/').filter(Boolean).length))

const runUnits = async (changed) => {
  const related = changed.map((file) => join(root, file))
  const finder = await createVitest('test', { watch: false, related, reporters: [] }, { root })
  const found = await finder.getRelevantTestSpecifications()
  const pathOf = ({ moduleId }) => relative(root, moduleId)
  const secondsOf = (one) => {
    const { duration } = finder.cache.getTestSpecificationResult(one) ?? {}
    return duration === undefined ? statSync(one.moduleId).size / guess.bytesASecond : duration / 1_000
  }
  const near = found.toSorted((one, other) => distance(pathOf(one), changed) - distance(pathOf(other), changed))
  const [chosen, left] = fitting(near, spend.units, secondsOf)
  await finder.close()
  tellLeftOut(left.map(pathOf))
  if (chosen.length === 0) return true
  const vitest = await startVitest('test', chosen.map(pathOf), { run: true, watch: false })
  const ok = vitest.state.getCountOfFailedTests() === 0 && vitest.state.getUnhandledErrors().length === 0
  await vitest.close()
  return ok
}

const runScreens = async (changed) => {
  const wanted = [...new Set(changed.flatMap(journeysFor))]
  const known = durationsOf()
  const [chosen, left] = fitting(wanted, spend.journeys, (name) => known[name] ?? guess.journey)
  tellLeftOut(left.map((name) => `${name}.spec.ts`))
  if (chosen.length === 0) return true
  ensureBuilt()
  const files = chosen.map((name) => `journeys/${name}.spec.ts`)
  return (await runJourneys(ensureChromium(), ['--project=journeys', ...files])).ok
}

const started = Date.now()
const changed = changedSince(process.argv[2] ?? 'HEAD')
const isOk = changed.length === 0 || ((await runUnits(changed)) && (await runScreens(changed)))
console.log(
  `\n${changed.length} changed files, ${isOk ? 'all well' : 'something FAILED'}, in ${Math.round((Date.now() - started) / 1_000)} s`,
)
process.exit(isOk ? 0 : 1)

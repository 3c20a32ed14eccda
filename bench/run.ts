import { type Figure, isMet, print } from './kit/report.ts'

/** In this order: benches that measure milliseconds come before those that heat the machine. */
const benches = [
  'lists',
  'export',
  'sheets',
  'bookings',
  'streets',
  'ways',
  'map',
  'rates',
  'books',
  'authorizations',
  'wallet',
  'documents',
  'users',
  'trips',
  'routes',
  'live',
  'outage',
  'desk',
  'start',
  'size',
  'grid',
  'lighthouse',
  'full-disk',
  'soak',
] as const

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !benches.some((bench) => bench === name))
if (unknown.length > 0) {
  console.error(`No such bench: ${unknown.join(', ')}. There are ${benches.join(', ')}.`)
  process.exit(1)
}

let failures = 0
for (const name of benches.filter((one) => wanted.length === 0 || wanted.includes(one))) {
  const { title, measure } = await import(`./${name}.ts`)
  try {
    const figures: Figure[] = await measure()
    print(title, figures)
    failures += figures.filter((figure) => !isMet(figure)).length
  } catch (error) {
    // The other benches are still worth running.
    console.error(`\n${title}\n  FAIL  ${name} did not end:`, error)
    failures++
  }
}
console.log(failures === 0 ? '\nEvery figure is met.' : `\n${failures} not met.`)
process.exit(failures === 0 ? 0 : 1)

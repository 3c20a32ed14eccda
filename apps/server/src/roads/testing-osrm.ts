import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { reservePort } from '@parada/db/testing/port'
import type { Point } from '@parada/domain/places/geo'
import { type CityName, roadsFileOf } from '@parada/roads/city-files'
import { decodeRoads, type Roads } from '@parada/roads/road-file'
import { roadMapOf } from '@parada/roads/roads'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { osrm } from './osrm.ts'

const city: CityName = 'palencia'
const profile = process.env.OSRM_PROFILE ?? '/usr/share/osrm/profiles/car.lua'
/** The profile's speed as a share of the speed limit. */
const shareOfLimit = 0.8

/** Roads as OpenStreetMap XML. Roads that share a point share its node. */
const osmOf = ({ lats, lons, starts, kmh, isOneWay }: Roads) => {
  const nodes = new Map<string, number>()
  const idOf = (point: number) => {
    const key = `lat="${(lats[point] ?? 0) / 1e6}" lon="${(lons[point] ?? 0) / 1e6}"`
    const known = nodes.get(key) ?? nodes.size + 1
    nodes.set(key, known)
    return known
  }
  const ways = Array.from(kmh, (speed, road) => {
    const [start, end] = [starts[road] ?? 0, starts[road + 1] ?? 0]
    const refs = Array.from({ length: end - start }, (_, at) => `<nd ref="${idOf(start + at)}"/>`)
    const tags = { highway: 'residential', oneway: isOneWay[road] ? 'yes' : 'no', maxspeed: speed / shareOfLimit }
    const lines = Object.entries(tags).map(([k, v]) => `<tag k="${k}" v="${v}"/>`)
    return `<way id="${road + 1}" version="1">${[...refs, ...lines].join('')}</way>`
  })
  const points = [...nodes].map(([at, id]) => `<node id="${id}" version="1" ${at}/>`)
  return `<?xml version="1.0"?>\n<osm version="0.6">\n${[...points, ...ways].join('\n')}\n</osm>\n`
}

let folder: string
let routed: ChildProcess
let ask: ReturnType<typeof osrm>
const open = new AbortController().signal

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parada-osrm-'))
  const [streets, graph] = [join(folder, 'city.osm'), join(folder, 'city.osrm')]
  await writeFile(streets, osmOf(decodeRoads(await readFile(roadsFileOf(city)))))
  await promisify(execFile)('osrm-extract', ['-p', profile, streets])
  await promisify(execFile)('osrm-contract', [graph])
  const port = await reservePort()
  routed = spawn('osrm-routed', ['--ip', '127.0.0.1', '--port', String(port), graph], { stdio: 'ignore' })
  ask = osrm(`http://127.0.0.1:${port}`)
  const { nodePoint, x, y, placeOf } = roadMapOf(city).graph
  const somewhere = placeOf(x[nodePoint[0] ?? 0] ?? 0, y[nodePoint[0] ?? 0] ?? 0)
  await vi.waitFor(() => ask([somewhere, somewhere], open), { timeout: 60_000 })
})
afterAll(async () => {
  const over = new Promise((resolve) => routed?.once('exit', resolve))
  if (routed?.kill()) await over
  await rm(folder, { recursive: true, force: true })
})

const middle = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

it('tells the same ways as the road graph, and longer times only where it counts turns', async () => {
  const map = roadMapOf(city)
  const { nodePoint, x, y, placeOf, edgeFrom, edgePart } = map.graph
  const inCity = [...new Set([...edgeFrom].filter((_, edge) => edgePart[edge] === 0))]
  const placeAt = (step: number): Point => {
    const point = nodePoint[inCity[(step * 7_919) % inCity.length] ?? 0] ?? 0
    return placeOf(x[point] ?? 0, y[point] ?? 0)
  }
  const compared: { metres: number; seconds: number }[] = []
  for (let step = 0; step < 200; step++) {
    const [from, to] = [placeAt(step), placeAt(step + 101)]
    const ours = map.way(from, to)
    const theirs = await ask([from, to], open)
    if (!ours || !theirs || ours.metres < 500) continue
    expect(theirs.path.length).toBeGreaterThan(2)
    compared.push({ metres: theirs.metres / ours.metres, seconds: theirs.seconds / ours.seconds })
  }
  console.log(
    `${compared.length} ways, OSRM to ours: metres ${middle(compared.map(({ metres }) => metres)).toFixed(3)}, ` +
      `seconds ${middle(compared.map(({ seconds }) => seconds)).toFixed(3)}`,
  )
  expect(compared.length).toBeGreaterThan(150)
  expect(middle(compared.map(({ metres }) => metres))).toBeGreaterThan(0.97)
  expect(middle(compared.map(({ metres }) => metres))).toBeLessThan(1.05)
  // OSRM adds seconds for turns, and never saves any.
  expect(Math.min(...compared.map(({ seconds }) => seconds))).toBeGreaterThan(0.95)
  expect(middle(compared.map(({ seconds }) => seconds))).toBeLessThan(1.6)
})

it('does not know the way from far away', async () => {
  const { graph } = roadMapOf(city)
  const there = graph.placeOf(graph.x[0] ?? 0, graph.y[0] ?? 0)
  expect(await ask([there, { lat: 44.2, lon: -5.1 }], open)).toBeUndefined()
})

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createGlider } from './glider.ts'
import type { MapPoint } from './map-props.ts'

let now = 0
let frames: (() => void)[] = []
const nextFrame = (at: number) => {
  now = at
  for (const run of frames.splice(0)) run()
}
const taxi = (lon: number, reportedAt: number, id = 'taxi-1'): MapPoint => ({
  ...{ id, kind: 'taxi', lat: 40, lon, label: id, reportedAt },
})
const still = (matches: boolean) => vi.stubGlobal('matchMedia', () => ({ matches }))

beforeEach(() => {
  now = 0
  frames = []
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run))
  vi.stubGlobal('cancelAnimationFrame', () => frames.splice(0))
  still(false)
})
afterEach(() => vi.unstubAllGlobals())

const drive = (glider = createGlider(() => now)) => {
  const seen: number[] = []
  glider.attach('taxi-1', ({ lon }) => seen.push(lon))
  glider.report([taxi(-3, 1_000)])
  nextFrame(0)
  seen.length = 0
  glider.report([taxi(-2.998, 7_000)])
  return { glider, seen }
}

it('moves a taxi frame by frame and rests when it arrives', () => {
  const { seen } = drive()
  for (const at of [1_500, 3_000, 6_100, 6_116]) nextFrame(at)
  expect(seen.map((lon) => Math.round(lon * 10_000) / 10_000)).toEqual([-2.9995, -2.999, -2.998])
  expect(frames).toHaveLength(0)
})

it('does not restart when the same report is drawn again', () => {
  const { glider, seen } = drive()
  nextFrame(3_000)
  glider.report([taxi(-2.998, 7_000)])
  nextFrame(4_500)
  expect(seen.at(-1)).toBeCloseTo(-2.9985, 9)
})

it('jumps with reduced motion and without a report time', () => {
  still(true)
  const { seen } = drive()
  nextFrame(16)
  expect(seen).toEqual([-2.998])
  still(false)
  const glider = createGlider(() => now)
  glider.report([{ ...taxi(-3, 0), reportedAt: undefined }])
  glider.report([{ ...taxi(-2.999, 0), reportedAt: undefined }])
  expect(glider.placeOf('taxi-1')?.lon).toBe(-2.999)
})

it('forgets a taxi that has gone', () => {
  const { glider } = drive()
  glider.report([])
  expect(glider.placeOf('taxi-1')).toBeUndefined()
})

it('draws only visible movements from afar, but always the final place', () => {
  const glider = createGlider(() => now)
  glider.lookFrom(10)
  const { seen } = drive(glider)
  for (let at = 16; at < 6_100; at += 16) nextFrame(at)
  expect(seen.length).toBeLessThan(12)
  expect(seen.at(-1)).toBe(-2.998)
})

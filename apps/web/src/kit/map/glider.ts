import type { Point } from '@parada/domain/places/geo'
import { createContext, useContext, useEffect, useState } from 'react'
import { type Glide, glideTo, headingAt, isGliding, placeAt, restingAt } from './glide.ts'
import type { MapPoint } from './map-props.ts'

type DrawPlace = (place: Point, heading: number | undefined) => void
type Track = { glide: Glide; reportedAt: number | undefined }

/** The smallest visible turn, in degrees. */
const leastTurn = 3
/** The smallest visible movement, as a fraction of a pixel. */
const leastPixel = 0.4

export const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Moves all taxis of a map in one animation loop, which rests while none of them is moving. */
export const createGlider = (clock = () => performance.now()) => {
  const taxis = new Map<string, Track>()
  const marks = new Map<string, DrawPlace>()
  const watchers = new Set<() => void>()
  const driving = new Set<string>()
  const drawn = new Map<string, { place: Point; heading: number | undefined }>()
  let grain = 0
  let frame: number | undefined

  /** From afar a taxi takes a second to move one pixel, so most frames would draw it in the same place. */
  const isSame = (id: string, place: Point, heading: number | undefined) => {
    const last = drawn.get(id)
    if (!last) return false
    const moved = Math.max(Math.abs(last.place.lat - place.lat), Math.abs(last.place.lon - place.lon))
    return moved < grain && Math.abs((last.heading ?? 0) - (heading ?? 0)) < leastTurn
  }

  const show = (id: string, { glide }: Track, now: number) => {
    const mark = marks.get(id)
    if (!mark) return
    const [place, heading] = [placeAt(glide, now), headingAt(glide, now)]
    if (isGliding(glide, now) && isSame(id, place, heading)) return
    drawn.set(id, { place, heading })
    mark(place, heading)
  }

  const step = () => {
    const now = clock()
    for (const id of driving) {
      const known = taxis.get(id)
      if (known) show(id, known, now)
      if (!known || !isGliding(known.glide, now)) driving.delete(id)
    }
    for (const watch of watchers) watch()
    frame = driving.size > 0 ? requestAnimationFrame(step) : undefined
  }

  const after = (known: Track | undefined, point: MapPoint, now: number, jumps: boolean): Track => {
    const { heading, reportedAt } = point
    if (!known) return { glide: restingAt(point, heading), reportedAt }
    const { to } = known.glide
    if (known.reportedAt === reportedAt && to.lat === point.lat && to.lon === point.lon) return known
    const sinceMs = (reportedAt ?? Number.POSITIVE_INFINITY) - (known.reportedAt ?? 0)
    const next = glideTo(known.glide, point, now, jumps ? Number.POSITIVE_INFINITY : sinceMs)
    return { glide: next, reportedAt }
  }

  return {
    /** Takes the latest state of all taxis and forgets those that are missing from it. */
    report: (points: readonly MapPoint[]) => {
      const now = clock()
      const jumps = isStill()
      const seen = new Set<string>()
      for (const point of points) {
        if (point.kind !== 'taxi') continue
        seen.add(point.id)
        const before = taxis.get(point.id)
        const known = after(before, point, now, jumps)
        if (known === before) continue
        taxis.set(point.id, known)
        driving.add(point.id)
      }
      for (const id of taxis.keys()) if (!seen.has(id)) taxis.delete(id)
      frame ??= requestAnimationFrame(step)
    },
    placeOf: (id: string) => {
      const known = taxis.get(id)
      return known && placeAt(known.glide, clock())
    },
    headingOf: (id: string) => {
      const known = taxis.get(id)
      return known && headingAt(known.glide, clock())
    },
    attach: (id: string, shown: DrawPlace) => {
      marks.set(id, shown)
      return () => {
        if (marks.get(id) !== shown) return
        marks.delete(id)
        drawn.delete(id)
      }
    },
    /** Sets the zoom that the map is seen at. */
    lookFrom: (zoom: number) => {
      grain = (leastPixel * 360) / (512 * 2 ** zoom)
    },
    /** Called after every frame that moved something, and after every report. */
    watch: (watcher: () => void) => {
      watchers.add(watcher)
      return () => {
        watchers.delete(watcher)
      }
    },
    stop: () => {
      if (frame !== undefined) cancelAnimationFrame(frame)
      frame = undefined
    },
  }
}
export type Glider = ReturnType<typeof createGlider>

const GliderContext = createContext<Glider | undefined>(undefined)
export const GliderProvider = GliderContext.Provider
export const useGliderOfMap = () => useContext(GliderContext)

export const useGlider = (points: readonly MapPoint[]) => {
  const [glider] = useState(() => createGlider())
  useEffect(() => glider.report(points), [glider, points])
  useEffect(() => glider.stop, [glider])
  return glider
}

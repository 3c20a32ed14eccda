import type { Bounds } from '@parada/domain/places/coverage'
import type { Point } from '@parada/domain/places/geo'
import { middleOf, pointAlong } from '@parada/domain/places/line'

const samples = 41

/** The point of a path that its label is written beside: the middle of the part in view. */
export const labelPlace = (path: readonly Point[], bounds: Bounds | undefined): Point | undefined => {
  if (!bounds) return middleOf(path)
  const [west, south, east, north] = bounds
  const seen = Array.from({ length: samples }, (_, at) => pointAlong(path, at / (samples - 1))).filter(
    (point) => point && point.lon >= west && point.lon <= east && point.lat >= south && point.lat <= north,
  )
  return seen[Math.floor(seen.length / 2)] ?? middleOf(path)
}

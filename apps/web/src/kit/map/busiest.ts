import type { Bounds } from '@parada/domain/places/coverage'
import { type Point, straightLineMetres } from '@parada/domain/places/geo'
import { boundsOfAll } from './fit.ts'

/** Covers a town and its outskirts, but not the next town. */
const townMetres = 12_000
/** About eleven kilometres. */
const cellDegrees = 0.1

const cellOf = (degrees: number) => Math.floor(degrees / cellDegrees)

const middle = (points: readonly Point[]): Point => ({
  lat: points.reduce((sum, { lat }) => sum + lat, 0) / points.length,
  lon: points.reduce((sum, { lon }) => sum + lon, 0) / points.length,
})

/** The bounds of the town with the most points; undefined without any. */
export const busiestTown = (points: readonly Point[]): Bounds | undefined => {
  const cells = new Map<string, Point[]>()
  for (const point of points) {
    const key = `${cellOf(point.lat)} ${cellOf(point.lon)}`
    const cell = cells.get(key)
    if (cell) cell.push(point)
    else cells.set(key, [point])
  }
  let busiest: Point[] = []
  for (const key of cells.keys()) {
    const [row = 0, column = 0] = key.split(' ').map(Number)
    // A town may extend beyond its cell.
    const around = [-1, 0, 1].flatMap((up) =>
      [-1, 0, 1].flatMap((right) => cells.get(`${row + up} ${column + right}`) ?? []),
    )
    const centre = middle(cells.get(key) ?? [])
    const town = around.filter((point) => straightLineMetres(centre, point) <= townMetres)
    if (town.length > busiest.length) busiest = town
  }
  return boundsOfAll(busiest)
}

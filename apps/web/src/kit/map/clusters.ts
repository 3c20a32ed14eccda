import type { Bounds } from '@parada/domain/places/coverage'
import type { Point } from '@parada/domain/places/geo'
import { boundsOfAll } from './fit.ts'
import type { MapPoint } from './map-props.ts'

/** Points too close together to be told apart, shown as one. */
export type Cluster = Point & { id: string; points: readonly MapPoint[]; bounds: Bounds; hasAlarm: boolean }
type Grouping = { clusters: Cluster[]; singles: MapPoint[] }

/** If there are more points than this, crowded ones are grouped. */
export const mostPins = 50

/** From this zoom on, streets are wide enough to show every taxi on them. */
const plainZoom = 16
const radius = 44
/** The smallest cluster. A taxi at its pickup still shows as two points. */
const fewest = 3

const worldSize = (zoom: number) => 512 * 2 ** zoom

/** The position of a point on the flat map at this zoom, in pixels. */
const projected = ({ lat, lon }: Point, zoom: number) => {
  const sin = Math.min(0.9999, Math.max(-0.9999, Math.sin((lat * Math.PI) / 180)))
  const size = worldSize(zoom)
  return { x: (lon / 360 + 0.5) * size, y: (0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)) * size }
}

const clusterOf = (points: [MapPoint, ...MapPoint[]]): Cluster => ({
  id: `cluster-${points[0].id}`,
  lat: points.reduce((sum, { lat }) => sum + lat, 0) / points.length,
  lon: points.reduce((sum, { lon }) => sum + lon, 0) / points.length,
  points,
  bounds: boundsOfAll(points) as Bounds,
  hasAlarm: points.some(({ state }) => state === 'red'),
})

/** Groups each point in turn with the ungrouped ones within the radius. Followed and selected points stay single. */
export const grouped = (points: readonly MapPoint[], zoom: number, selected?: string): Grouping => {
  const level = Math.floor(zoom)
  if (points.length <= mostPins || level >= plainZoom) return { clusters: [], singles: [...points] }
  const isAlone = ({ id, isFollowed }: MapPoint) => isFollowed === true || id === selected
  const places = points.map((point) => projected(point, level))
  const cells = new Map<string, number[]>()
  const cellOf = (at: number) => Math.floor(at / radius)
  for (const [index, { x, y }] of places.entries()) {
    if (isAlone(points[index] as MapPoint)) continue
    const key = `${cellOf(x)} ${cellOf(y)}`
    const cell = cells.get(key)
    if (cell) cell.push(index)
    else cells.set(key, [index])
  }
  const taken = new Set<number>()
  const near = (index: number) => {
    const { x, y } = places[index] as { x: number; y: number }
    const found: number[] = []
    for (const dx of [-1, 0, 1])
      for (const dy of [-1, 0, 1])
        for (const other of cells.get(`${cellOf(x) + dx} ${cellOf(y) + dy}`) ?? []) {
          const place = places[other] as { x: number; y: number }
          if (!taken.has(other) && Math.hypot(place.x - x, place.y - y) <= radius) found.push(other)
        }
    return found.toSorted((a, b) => a - b)
  }
  const result: Grouping = { clusters: [], singles: [] }
  for (const [index, point] of points.entries()) {
    if (taken.has(index)) continue
    const members = isAlone(point) ? [] : near(index)
    if (members.length < fewest) {
      taken.add(index)
      result.singles.push(point)
      continue
    }
    for (const member of members) taken.add(member)
    result.clusters.push(clusterOf(members.map((member) => points[member]) as [MapPoint, ...MapPoint[]]))
  }
  return result
}

/** The items in view, plus a margin as wide as a small pan of the map uncovers. */
export const inView = <Placed extends Point>(placed: readonly Placed[], [west, south, east, north]: Bounds) => {
  const [wide, high] = [(east - west) / 4, (north - south) / 4]
  return placed.filter(
    ({ lat, lon }) => lon >= west - wide && lon <= east + wide && lat >= south - high && lat <= north + high,
  )
}

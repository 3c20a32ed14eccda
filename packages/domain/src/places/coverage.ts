import { isCovered, type Polygon, polygonsOf, type Vertex } from './area.ts'
import { type Point, straightLineMetres } from './geo.ts'

export type CoveringFleet = {
  lat?: number | null | undefined
  lon?: number | null | undefined
  radiusKm?: number | null | undefined
  geoAreaOrigin?: readonly { geometryWKT: string }[] | null | undefined
}

const kmOfDegree = 111.195
const corners = 64

/** A circle as a polygon. Not meant for places near the poles. */
const circle = ({ lat, lon }: Point, radiusKm: number): Polygon => {
  const high = radiusKm / kmOfDegree
  const wide = high / Math.cos((lat * Math.PI) / 180)
  const at = (corner: number): Vertex => {
    const angle = (corner / corners) * 2 * Math.PI
    return [lon + wide * Math.cos(angle), lat + high * Math.sin(angle)]
  }
  return [Array.from({ length: corners + 1 }, (_, corner) => at(corner % corners))]
}

/** Where the fleet stands; undefined if unknown. */
export const standOf = ({ lat, lon }: CoveringFleet): Point | undefined =>
  lat == null || lon == null ? undefined : { lat, lon }

/** The areas of a fleet, or else the circle around where it stands. */
export const coverageOf = (fleet: CoveringFleet): Polygon[] => {
  const areas = (fleet.geoAreaOrigin ?? []).flatMap(({ geometryWKT }) => polygonsOf(geometryWKT))
  if (areas.length > 0) return areas
  const stand = standOf(fleet)
  return stand && fleet.radiusKm ? [circle(stand, fleet.radiusKm)] : []
}

export type Bounds = [west: number, south: number, east: number, north: number]

/** The bounding box of the polygons; undefined without any. */
export const boundsOf = (polygons: readonly Polygon[]): Bounds | undefined => {
  const vertices = polygons.flatMap(([outline = []]) => outline)
  if (vertices.length === 0) return undefined
  const lons = vertices.map(([lon]) => lon)
  const lats = vertices.map(([, lat]) => lat)
  return [Math.min(...lons), Math.min(...lats), Math.max(...lons), Math.max(...lats)]
}

export type FleetAround<Fleet> = { fleet: Fleet; metres: number | undefined; isCovering: boolean; isNear: boolean }

const hasAreas = ({ geoAreaOrigin }: CoveringFleet) =>
  (geoAreaOrigin ?? []).some(({ geometryWKT }) => polygonsOf(geometryWKT).length > 0)

const covers = (place: Point, fleet: CoveringFleet, metres: number | undefined) => {
  if (hasAreas(fleet)) return isCovered(place, { ...place, geoAreaOrigin: fleet.geoAreaOrigin ?? [] })
  return metres !== undefined && metres <= (fleet.radiusKm ?? 0) * 1_000
}

/** Fleets that cover the place first, then those within the radius, then the rest, each group by distance. */
export const fleetsAround = <Fleet extends CoveringFleet>(
  place: Point,
  radiusKm: number,
  fleets: readonly Fleet[],
): FleetAround<Fleet>[] =>
  fleets
    .map((fleet) => {
      const stand = standOf(fleet)
      const metres = stand && straightLineMetres(place, stand)
      const isNear = metres !== undefined && metres <= radiusKm * 1_000
      return { fleet, metres, isCovering: covers(place, fleet, metres), isNear }
    })
    .toSorted(
      (a, b) =>
        Number(b.isCovering) - Number(a.isCovering) ||
        Number(b.isNear) - Number(a.isNear) ||
        (a.metres ?? Number.POSITIVE_INFINITY) - (b.metres ?? Number.POSITIVE_INFINITY),
    )

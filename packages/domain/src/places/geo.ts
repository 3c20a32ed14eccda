export type Point = { lat: number; lon: number }

/** Document 2, section 9. */
export const mapDefaults = {
  centre: { lat: 40.4169, lon: -3.7032 },
  placeZoom: 18,
  resetZoom: 12,
  filterRadiusKm: 40,
} as const

const earthRadiusMetres = 6_371_000
/** Streets are about this much longer than the straight line. */
const detour = 1.6

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** The great-circle distance by the haversine formula, which stays accurate for nearby points. */
export const straightLineMetres = (a: Point, b: Point) => {
  const sinLat = Math.sin(radians(b.lat - a.lat) / 2)
  const sinLon = Math.sin(radians(b.lon - a.lon) / 2)
  const chord = sinLat ** 2 + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * sinLon ** 2
  return 2 * earthRadiusMetres * Math.asin(Math.min(1, Math.sqrt(chord)))
}

/** The bearing from one point to another, in degrees clockwise from north. */
export const headingBetween = (from: Point, to: Point) => {
  const [y, x] = [to.lat - from.lat, (to.lon - from.lon) * Math.cos(radians(from.lat))]
  return (Math.round((Math.atan2(x, y) * 180) / Math.PI) + 360) % 360
}

export const rideDistanceMetres = (origin: Point, destination: Point) =>
  Math.round(straightLineMetres(origin, destination) * detour)

/** A typed number of kilometres within the server's limits; undefined if it is not one. */
export const readRadius = (text: string) => {
  const km = Number(text.trim().replace(',', '.'))
  return text.trim() !== '' && km >= 0 && km <= 2_000 ? km : undefined
}

import { mapDefaults, type Point } from '@parada/domain/places/geo'

const name = 'parada.addressCentre'

/** The last centre of the map on /address; long texts are searched around it (document 2, section 5). */
export const storedCentre = (): Point => {
  try {
    const { lat, lon } = JSON.parse(sessionStorage.getItem(name) ?? '{}') as Partial<Point>
    return lat && lon ? { lat, lon } : mapDefaults.centre
  } catch {
    return mapDefaults.centre
  }
}

export const storeCentre = (centre: Point) => {
  try {
    sessionStorage.setItem(name, JSON.stringify(centre))
  } catch {
    // Without storage the search still works, just not near the last centre.
  }
}

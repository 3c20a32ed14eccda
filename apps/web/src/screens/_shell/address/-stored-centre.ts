import { mapDefaults, type Point } from '@parada/domain/places/geo'

const name = 'parada.addressCentre'

/** Where the map of /address last stood: long texts are looked for around it (document 2, section 5). */
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
    // A full or forbidden storage costs the nearness, not the search.
  }
}

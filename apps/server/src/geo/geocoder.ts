import type { Point } from '@parada/domain/places/geo'
import type { Suggestion, SuggestionSource } from '@parada/domain/places/suggestions'

export type LocatedAddress = Point & {
  source: SuggestionSource
  name: string
  displayName: string
  /** Parts of the address under the names Nominatim gives them. */
  address: Record<string, string>
  distanceMeters: number
  /** The street is known, the house is not. */
  isApproximate?: boolean
}

/** From words to places, and from a point to its address. */
export type Geocoder = {
  /** Asked only for those who hold viewNominatimBackup. */
  isBackup?: boolean
  /** The best first; nothing found is an empty list. */
  search(query: string, near: Point, signal: AbortSignal): Promise<Suggestion[]>
  reverse(point: Point, signal: AbortSignal): Promise<LocatedAddress | undefined>
}

import type { Point } from '@parada/domain/places/geo'
import type { Suggestion, SuggestionSource } from '@parada/domain/places/suggestions'

type LocatedAddress = Point & {
  source: SuggestionSource
  name: string
  displayName: string
  /** Address parts, named as in Nominatim. */
  address: Record<string, string>
  distanceMeters: number
  /** The street is known, but not the house. */
  isApproximate?: boolean
}

/** Finds places for words, and the address of a point. */
export type Geocoder = {
  /** Queried only for users with viewNominatimBackup. */
  isBackup?: boolean
  /** Best first; empty if nothing is found. */
  search(query: string, near: Point, signal: AbortSignal): Promise<Suggestion[]>
  reverse(point: Point, signal: AbortSignal): Promise<LocatedAddress | undefined>
}

import type { Point } from './geo.ts'

const providerSources = ['nominatim', 'google', 'photon'] as const
/** Where a suggested address comes from: the tenant's own data, past rides, the shipped gazetteer or a provider. */
export const suggestionSources = ['poi', 'address', 'history', 'place', 'street', ...providerSources] as const
export type SuggestionSource = (typeof suggestionSources)[number]

export const isFromProvider = (source: SuggestionSource) => providerSources.some((provider) => provider === source)

export type Suggestion = Point & {
  addressField: string
  name: string
  isPoi: boolean
  idPoi?: number | null | undefined
  source: SuggestionSource
  distanceMeters?: number | null | undefined
  /** The street is known but not the house: the point is the middle of the street. */
  isApproximate?: boolean | undefined
}

/** Text prepared for comparison: lower case, without accents, and with spaces for punctuation. */
export const plainText = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/**
 * Merges lists of suggestions: points of interest first, otherwise in the given order. An address that several lists or
 * sources know appears once, as the first of them has it.
 */
export const mergeSuggestions = <One extends Pick<Suggestion, 'addressField' | 'isPoi'>>(
  ...lists: readonly (readonly One[])[]
): One[] => {
  const all = lists.flat()
  const seen = new Set<string>()
  return [...all.filter(({ isPoi }) => isPoi), ...all.filter(({ isPoi }) => !isPoi)].filter(({ addressField }) => {
    const address = plainText(addressField)
    return !seen.has(address) && seen.add(address)
  })
}

/** How far a point on the map may be from a door and still mean it. */
const atTheDoorMetres = 60
/** Beyond this, the nearest known place no longer says where someone is. */
export const nearbyMetres = 5_000

/** Whether a place at this distance is the one meant, is near it, or is neither. */
export const nearnessOf = (metres: number): 'at' | 'near' | 'far' => {
  if (metres <= atTheDoorMetres) return 'at'
  return metres <= nearbyMetres ? 'near' : 'far'
}

import type { Point } from './geo.ts'

const providerSources = ['nominatim', 'google', 'photon'] as const
/** Where a suggested address comes from: the tenant's own, rides of the past, the shipped gazetteer or a provider. */
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
  /** The street is known, the house is not: the point is the middle of the street. */
  isApproximate?: boolean | undefined
}

/** Text as it is compared: small letters, no accents, signs as spaces. */
export const plainText = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/**
 * Lists of suggestions as one, points of interest first, otherwise in the order given; an address that several lists or
 * sources know is suggested once, as the first of them knows it.
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

/** As far as a map can be trusted to mean the very door. */
const atTheDoorMetres = 60
/** Beyond this, what is known nearest no longer tells where somebody stands. */
export const nearbyMetres = 5_000

/** How far away a place is meant: it, near it, or not at all. */
export const nearnessOf = (metres: number): 'at' | 'near' | 'far' => {
  if (metres <= atTheDoorMetres) return 'at'
  return metres <= nearbyMetres ? 'near' : 'far'
}

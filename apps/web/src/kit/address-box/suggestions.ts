import { plainText, type Suggestion } from '@parada/domain/places/suggestions'

/** A name may end in where it is, which the address says anyway. */
const bare = (name: string) => plainText(name.replace(/\s*\([^)]*\)$/, ''))

/** A place's own name in front where the address does not say it already; a saved one is called as the desk calls it. */
export const textOf = ({ name, addressField, source }: Pick<Suggestion, 'name' | 'addressField' | 'source'>) => {
  if (!name || plainText(addressField).includes(bare(name))) return addressField
  return source === 'address' ? `${addressField}, ${name}` : `${name}, ${addressField}`
}

export const keyOf = ({ addressField, lat, lon, source }: Suggestion) => [source, addressField, lat, lon].join('|')

export type Suggestions = {
  items: readonly Suggestion[]
  /** What was typed when these were asked for; undefined for those that were offered unasked. */
  text: string | undefined
  hasFailed: boolean
}

export const nothing: Suggestions = { items: [], text: undefined, hasFailed: false }

/** The highlighted one keeps the light while it is still there; otherwise the first has it. */
export const highlightIn = (items: readonly Suggestion[], before: Suggestion | undefined) => {
  const kept = before ? items.findIndex((item) => keyOf(item) === keyOf(before)) : -1
  return kept >= 0 ? kept : items.length > 0 ? 0 : -1
}

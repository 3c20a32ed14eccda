import { isTypedPlace } from '@parada/domain/places/match'
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

/** The one walked to keeps the highlight while it is there; otherwise the first that is what was typed has it, if any is. */
export const highlightIn = (items: readonly Suggestion[], before: Suggestion | undefined, typed: string) => {
  const kept = before ? items.findIndex((item) => keyOf(item) === keyOf(before)) : -1
  if (kept >= 0) return kept
  return typed.trim() === '' ? (items.length > 0 ? 0 : -1) : items.findIndex((item) => isTypedPlace(typed, item))
}

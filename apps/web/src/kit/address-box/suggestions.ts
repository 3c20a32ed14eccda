import { isTypedPlace } from '@parada/domain/places/match'
import { plainText, type Suggestion } from '@parada/domain/places/suggestions'

/** A name may end with its location in brackets, which the address contains anyway. */
const bare = (name: string) => plainText(name.replace(/\s*\([^)]*\)$/, ''))

/**
 * Puts a place's name before the address unless the address already contains it. A saved address begins with its alias.
 */
export const textOf = ({ name, addressField, source }: Pick<Suggestion, 'name' | 'addressField' | 'source'>) => {
  if (!name || plainText(addressField).includes(bare(name))) return addressField
  return source === 'address' ? `${addressField}, ${name}` : `${name}, ${addressField}`
}

export const keyOf = ({ addressField, lat, lon, source }: Suggestion) => [source, addressField, lat, lon].join('|')

export type Suggestions = {
  items: readonly Suggestion[]
  /** The text that was searched for; undefined if there was no search. */
  text: string | undefined
  hasFailed: boolean
}

export const nothing: Suggestions = { items: [], text: undefined, hasFailed: false }

/**
 * Index of the highlighted suggestion, or -1. One reached with the arrow keys stays highlighted while it is listed;
 * otherwise the first that matches the typed text is, or in an empty box the first one.
 */
export const highlightIn = (items: readonly Suggestion[], before: Suggestion | undefined, typed: string) => {
  const kept = before ? items.findIndex((item) => keyOf(item) === keyOf(before)) : -1
  if (kept >= 0) return kept
  return typed.trim() === '' ? (items.length > 0 ? 0 : -1) : items.findIndex((item) => isTypedPlace(typed, item))
}

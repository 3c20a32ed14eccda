import { plainText, type Suggestion } from '@parada/domain/suggestions'

/** A place's own name in front where the address does not say it already. */
export const textOf = ({ name, addressField }: Pick<Suggestion, 'name' | 'addressField'>) =>
  name && !plainText(addressField).includes(plainText(name)) ? `${name}, ${addressField}` : addressField

export const keyOf = ({ addressField, lat, lon, source }: Suggestion) => [source, addressField, lat, lon].join('|')

export type Found = {
  items: readonly Suggestion[]
  /** What was typed when these were asked for; undefined for those that were offered unasked. */
  text: string | undefined
  hasFailed: boolean
}

export const nothing: Found = { items: [], text: undefined, hasFailed: false }

/** The highlighted one keeps the light while it is still there; otherwise the first has it. */
export const highlightIn = (items: readonly Suggestion[], before: Suggestion | undefined) => {
  const kept = before ? items.findIndex((item) => keyOf(item) === keyOf(before)) : -1
  return kept >= 0 ? kept : items.length > 0 ? 0 : -1
}

import { plainText, type Suggestion } from './suggestions.ts'
import { isFigure, wordsOf } from './typed-address.ts'

type NamedPlace = Pick<Suggestion, 'name' | 'addressField'>

/** The house number of an address, if it has one, and the parts before its street, which name the place. */
const partsOf = (address: string) => {
  const parts = address.split(',').map(plainText)
  const at = parts.findIndex(isFigure)
  return { house: parts[at], names: at < 0 ? parts : parts.slice(0, Math.max(0, at - 1)) }
}

const begins = (places: readonly string[], word: string) => places.some((one) => one.startsWith(word))

/**
 * Whether a place is what was typed: it must contain every word, and no house number but the typed one, unless the text
 * names the place itself.
 */
export const isTypedPlace = (typed: string, place: NamedPlace) => {
  const words = wordsOf(typed)
  const known = wordsOf(`${place.name} ${place.addressField}`)
  const figures = words.filter(isFigure)
  const names = words.filter((word) => !isFigure(word))
  if (names.length === 0 || !names.every((word) => begins(known, word))) return false
  if (!figures.every((figure) => known.includes(figure))) return false
  const parts = [partsOf(place.name), partsOf(place.addressField)]
  const houses = parts.flatMap(({ house }) => house ?? [])
  if (houses.every((house) => figures.includes(house))) return true
  const own = wordsOf(parts.flatMap((part) => part.names).join(' '))
  return names.some((word) => begins(own, word))
}

/** Farther away than a taxi is ordered for without naming the town. */
const farKm = 60

type PlaceCandidate = NamedPlace & Pick<Suggestion, 'distanceMeters' | 'isPoi' | 'source'>

const isBeyond = ({ distanceMeters }: Pick<PlaceCandidate, 'distanceMeters'>, km: number) =>
  (distanceMeters ?? 0) > km * 1_000

/** Points of interest first, and within each kind those inside the radius; none is dropped. */
export const nearFirst = <One extends PlaceCandidate>(found: readonly One[], km = farKm): One[] =>
  found.toSorted((a, b) => Number(b.isPoi) - Number(a.isPoi) || Number(isBeyond(a, km)) - Number(isBeyond(b, km)))

/** Whether a text names the town at the end of an address: the town's first word is enough, or any two of its words. */
const namesTown = (words: readonly string[], { addressField }: NamedPlace) => {
  const town = wordsOf(addressField.split(',').at(-1) ?? '').filter((word) => word.length > 1)
  const named = town.filter((word) => words.includes(word))
  return named.length > 1 || (named.length === 1 && named[0] === town[0])
}

/** A typed street and number means the user's own town, unless the text names another. */
export const withoutFarHouses = <One extends PlaceCandidate>(typed: string, found: readonly One[]): One[] => {
  const words = wordsOf(typed)
  if (!words.some(isFigure)) return [...found]
  return found.filter((one) => !isBeyond(one, farKm) || namesTown(words, one))
}

/** So does a typed street or corner whose name many towns may have. */
export const withoutFarStreets = <One extends PlaceCandidate>(
  typed: string,
  found: readonly One[],
  km = farKm,
): One[] => {
  const words = wordsOf(typed)
  return found.filter((one) => one.source !== 'street' || !isBeyond(one, km) || namesTown(words, one))
}

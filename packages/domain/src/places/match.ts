import { plainText, type Suggestion } from './suggestions.ts'

/** Words that people leave out or add without meaning another place. */
const small = new Set('de del la el los las y en the of n nº no num numero'.split(' '))
/** As in find_places: how streets are written in short. */
const inShort: Record<string, string> = {
  c: 'calle',
  cl: 'calle',
  avd: 'avenida',
  av: 'avenida',
  avda: 'avenida',
  pza: 'plaza',
  plza: 'plaza',
  pl: 'plaza',
  ctra: 'carretera',
  po: 'paseo',
  pso: 'paseo',
  pº: 'paseo',
  sta: 'santa',
  sto: 'santo',
}

const isFigure = (word: string) => /^\d+[a-z]?$/.test(word)
const wordsOf = (text: string) => {
  const words = plainText(text)
    .split(' ')
    .filter((word) => word !== '' && !small.has(word))
  return words.map((word) => inShort[word] ?? word)
}

type Named = Pick<Suggestion, 'name' | 'addressField'>

/** The number of the house in an address, where it has one, and what stands before its street: what the place is called. */
const partsOf = (address: string) => {
  const parts = address.split(',').map(plainText)
  const at = parts.findIndex(isFigure)
  return { house: parts[at], names: at < 0 ? parts : parts.slice(0, Math.max(0, at - 1)) }
}

const begins = (places: readonly string[], word: string) => places.some((one) => one.startsWith(word))

/** Whether a place is the one that was typed: every word in it, and no other house number than the one typed. */
export const isTypedPlace = (typed: string, place: Named) => {
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

type Placed = Named & Pick<Suggestion, 'distanceMeters' | 'isPoi'>

const isBeyond = ({ distanceMeters }: Placed, km: number) => (distanceMeters ?? 0) > km * 1_000

/** Points of interest first, and within either kind those inside the radius; none is left out. */
export const nearFirst = <One extends Placed>(found: readonly One[], km = farKm): One[] =>
  found.toSorted((a, b) => Number(b.isPoi) - Number(a.isPoi) || Number(isBeyond(a, km)) - Number(isBeyond(b, km)))

/** Whoever types a street and number means the town they are in, unless they name another. */
export const withoutFarHouses = <One extends Placed>(typed: string, found: readonly One[]): One[] => {
  const words = wordsOf(typed)
  if (!words.some(isFigure)) return [...found]
  const namesTown = ({ addressField }: One) =>
    wordsOf(addressField.split(',').at(-1) ?? '').some((word) => words.includes(word))
  return found.filter((one) => !isBeyond(one, farKm) || namesTown(one))
}

import { plainText } from '../places/suggestions.ts'
import { municipalitiesOf } from './municipalities.ts'
import { provinces } from './provinces.ts'

type TownCodes = { province: string; municipality: string }

let known: ReadonlyMap<string, readonly TownCodes[]> | undefined

/** Some towns have two names, such as 'Alacant/Alicante'. */
const namesOf = (name: string) => [name, ...name.split('/')].map(plainText)

const byName = () => {
  if (known) return known
  const read = new Map<string, TownCodes[]>()
  for (const { code: province } of provinces)
    for (const { code: municipality, name } of municipalitiesOf(province))
      for (const each of new Set(namesOf(name))) read.set(each, [...(read.get(each) ?? []), { province, municipality }])
  known = read
  return known
}

/** The codes of a town: in the expected province, or else in the only one that has such a town. */
const townNamed = (name: string, expected: string): TownCodes | undefined => {
  const towns = byName().get(plainText(name)) ?? []
  return towns.find(({ province }) => province === expected) ?? (towns.length === 1 ? towns[0] : undefined)
}

const postcode = /^\d{5}\s+|\s+\d{5}$/

/**
 * The town at the end of an address such as 'Calle de Alcalá 100, 28009 Madrid'; anything after it, such as the
 * country, is skipped.
 */
export const townIn = (address: string, expected: string): TownCodes | undefined => {
  const parts = address.split(/[,()]/).map((part) => part.trim().replace(postcode, ''))
  // The first part is the street, even if it is named after a town.
  const ending = parts.length > 1 ? parts.slice(1) : parts
  for (const part of ending.toReversed()) {
    const town = townNamed(part, expected)
    if (town) return town
  }
  return undefined
}

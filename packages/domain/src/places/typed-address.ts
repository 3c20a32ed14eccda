import { plainText } from './suggestions.ts'

/** Words that people leave out or add without meaning another place. */
const small = new Set('de del la el los las y en the of con esquina esq cruce'.split(' '))
/** Words that come before a house number. */
const numbering = new Set('n nº no num numero'.split(' '))

/** Abbreviations in the names of streets and of the people they are named after. */
const inShort: Readonly<Record<string, string>> = {
  c: 'calle',
  cl: 'calle',
  av: 'avenida',
  avd: 'avenida',
  avda: 'avenida',
  pl: 'plaza',
  pza: 'plaza',
  plza: 'plaza',
  po: 'paseo',
  pso: 'paseo',
  pº: 'paseo',
  ctra: 'carretera',
  crta: 'carretera',
  gta: 'glorieta',
  glta: 'glorieta',
  rda: 'ronda',
  cno: 'camino',
  trv: 'travesia',
  trva: 'travesia',
  pje: 'pasaje',
  psje: 'pasaje',
  urb: 'urbanizacion',
  sta: 'santa',
  sto: 'santo',
  dr: 'doctor',
  ntra: 'nuestra',
  sra: 'senora',
}

/** Writes P.º as Pº, and nº12 as 12. */
const plainWords = (text: string) =>
  plainText(text.replaceAll('.º', 'º').replace(/(?<!\p{L})n[º.]\s*(?=\d)/giu, ' '))
    .split(' ')
    .filter((word) => word !== '')

export const isFigure = (word: string) => /^\d+[a-z]?$/.test(word)

/** The words that distinguish an address from others, with abbreviations expanded. */
export const wordsOf = (text: string) =>
  plainWords(text)
    .filter((word) => !small.has(word) && !numbering.has(word))
    .map((word) => inShort[word] ?? word)

/** An address with its abbreviations expanded, except in the last word, which may be half typed. */
export const writtenOut = (typed: string) => {
  const words = plainWords(typed).filter((word, index, all) => !numbering.has(word) || !isFigure(all[index + 1] ?? ''))
  return words.map((word, index) => (index < words.length - 1 ? (inShort[word] ?? word) : word)).join(' ')
}

const house = /(?<=[\s,.º])\d{1,4}(?:-\d{1,4})?(?:\s?bis|[a-z])?(?=$|[\s,])/giu

/** The house number as typed: the last one after a name. */
export const readHouse = (typed: string) => typed.match(house)?.at(-1)

/** Adds a house number to an address that ends in its town. */
export const withHouse = (address: string, number: string) => {
  const at = address.lastIndexOf(',')
  return at < 0 ? `${address}, ${number}` : `${address.slice(0, at)}, ${number}${address.slice(at)}`
}

export const cornerAddress = (street: string, other: string, city: string) => `${street} esquina ${other}, ${city}`

export type TypedCorner = { first: string[]; second: string[] }

/** A slash divides two streets, unless it is part of an abbreviation. */
const shortWithStroke = /(?<!\p{L})(cl?|avd?a?|pl?z?a|ctra|s)\s*\/\s*/giu
const surely = /\s+(?:esq(?:uina)?\.?(?:\s+(?:con|a))?|cruce(?:\s+con)?)\s+|\s*\/\s*/giu
/** These may also be part of a single street's name, such as Ramón y Cajal. */
const perhaps = /\s+(?:y|e|con|&)\s+/giu
const mostReadings = 3

/** The corners that a text may mean, by the words of each street. */
export const readCorners = (typed: string): TypedCorner[] => {
  const text = typed.replace(shortWithStroke, '$1 ')
  const sure = [...text.matchAll(surely)]
  const dividers = sure.length > 0 ? sure : [...text.matchAll(perhaps)]
  return dividers
    .slice(0, mostReadings)
    .map((divider) => ({
      first: wordsOf(text.slice(0, divider.index)),
      second: wordsOf(text.slice(divider.index + divider[0].length)),
    }))
    .filter(({ first, second }) => first.length > 0 && second.length > 0 && !isFigure(second.at(-1) ?? ''))
}

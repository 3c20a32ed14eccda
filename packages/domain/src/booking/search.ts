import { barePhone, normalPhone } from '../phone.ts'

/** The shortest and longest search text, and the most results; an id may have any length. */
export const searchLimits = { fewest: 3, most: 60, found: 8 } as const

const isId = (text: string) => /^\d+$/.test(text)

/** Lower case without accents, with punctuation as single spaces, as in the index (0014_desk.sql). */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

export const isWorthFinding = (typed: string) => isId(typed.trim()) || plain(typed).length >= searchLimits.fewest

const squeezed = (text: string) => plain(text).replaceAll(' ', '')

const homeCode = /^(?:\+|00)34/

/** Digits only, without Spain's country code, both for whole numbers and for their beginnings. */
const phoneDigits = (text: string) => normalPhone(barePhone(text).replace(homeCode, '')).replaceAll(/\D/g, '')

const isPhone = (text: string) => /^\+?[\d\s().\-/]+$/.test(text)

export type SearchTerms = {
  /** The booking whose id was typed. */
  id: number | undefined
  /** Each must begin a word of the indexed text. */
  words: string[]
  /** Without punctuation and spaces, as numbers, references and plates are indexed. */
  compact: string | undefined
}

/** The terms of a typed text; undefined if there is too little to search for. */
export const searchTerms = (typed: string): SearchTerms | undefined => {
  const text = typed.trim()
  if (!isWorthFinding(text)) return undefined
  const id = isId(text) && text.length <= 15 ? Number(text) : undefined
  if (plain(text).length < searchLimits.fewest) return { id, words: [], compact: undefined }
  const compact = isPhone(text) ? phoneDigits(text) : squeezed(text)
  return {
    id,
    words: isPhone(text) ? [] : plain(text).split(' '),
    compact: compact.length >= searchLimits.fewest ? compact : undefined,
  }
}

type Findable = {
  id: number
  passengerName?: string | null | undefined
  phoneNumberPassenger?: string | null | undefined
  bookingReference?: string | null | undefined
  supplierTaxiDescription?: string | null | undefined
  idSupplierTaxi?: number | null | undefined
}

/** The text that the index keeps of a booking, each word after a space; 0014_desk.sql does the same in SQL. */
export const searchText = (booking: Findable) =>
  [
    plain(booking.passengerName ?? ''),
    phoneDigits(booking.phoneNumberPassenger ?? ''),
    squeezed(booking.bookingReference ?? ''),
    squeezed(booking.supplierTaxiDescription ?? ''),
    booking.idSupplierTaxi ?? '',
  ]
    .map((part) => ` ${part}`)
    .join('')

type FoundBooking = { phoneNumberPassenger: string; bookingReference: string; plate: string }

/**
 * The part of a found booking that contains the text, as written there; undefined if its id or its passenger matched.
 */
export const matchedPart = (
  { compact }: SearchTerms,
  { phoneNumberPassenger, bookingReference, plate }: FoundBooking,
) => {
  if (compact === undefined) return undefined
  if (phoneDigits(phoneNumberPassenger).includes(compact)) return phoneNumberPassenger
  return [bookingReference, plate].find((part) => squeezed(part).includes(compact))
}

/** Whether a booking matches the search terms. */
export const isFoundBy = ({ id, words, compact }: SearchTerms, booking: Findable) => {
  if (id === booking.id) return true
  const text = searchText(booking)
  return (
    (words.length > 0 && words.every((word) => text.includes(` ${word}`))) ||
    (compact !== undefined && text.includes(compact))
  )
}

import { barePhone, normalPhone } from '../phone.ts'

/** How much of a text bookings are looked up by; an id is looked up however short it is. */
export const searchLimits = { fewest: 3, most: 60, found: 8 } as const

const isId = (text: string) => /^\d+$/.test(text)

/** Small letters without accents, signs as single spaces: as the index keeps what it finds (0014_desk.sql). */
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

/** Digits alone, and without the home country's code, whole numbers and the beginnings of them. */
const phoneDigits = (text: string) => normalPhone(barePhone(text).replace(homeCode, '')).replaceAll(/\D/g, '')

const isPhone = (text: string) => /^\+?[\d\s().\-/]+$/.test(text)

export type SearchTerms = {
  /** The booking that is named outright. */
  id: number | undefined
  /** Each begins a word of what is looked for. */
  words: string[]
  /** Signs and spaces left out, as numbers, references and plates are kept. */
  compact: string | undefined
}

/** What a typed text asks for; undefined for too little to ask anything. */
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

/** What the index keeps of a booking (0014_desk.sql says the same in SQL): every word after a space. */
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

/** What of a found booking holds the text, as it is written there; undefined where its id or its passenger does. */
export const matchedPart = (
  { compact }: SearchTerms,
  { phoneNumberPassenger, bookingReference, plate }: FoundBooking,
) => {
  if (compact === undefined) return undefined
  if (phoneDigits(phoneNumberPassenger).includes(compact)) return phoneNumberPassenger
  return [bookingReference, plate].find((part) => squeezed(part).includes(compact))
}

/** Whether a booking is one of those that a text asks for. */
export const isFoundBy = ({ id, words, compact }: SearchTerms, booking: Findable) => {
  if (id === booking.id) return true
  const text = searchText(booking)
  return (
    (words.length > 0 && words.every((word) => text.includes(` ${word}`))) ||
    (compact !== undefined && text.includes(compact))
  )
}

import { constants } from './constants.ts'

/** What the derived start of a booking needs (document 1, section 3). */
export type BookingStart = { timeBookingStartTimestamp?: number | null; timeZone?: string | null }

/** Building a formatter costs more than a whole page of rows formatted with it. */
const formats = new Map<string, Intl.DateTimeFormat>()

const formatIn = (timeZone: string): Intl.DateTimeFormat => {
  const known = formats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  formats.set(timeZone, format)
  return format
}

/** A zone that the runtime does not know must not hide the time from the operator. */
const formatOf = (timeZone: string | null | undefined) => {
  try {
    return formatIn(timeZone || constants.defaultTimeZone)
  } catch {
    return formatIn(constants.defaultTimeZone)
  }
}

const startParts = ({ timeBookingStartTimestamp, timeZone }: BookingStart) => {
  const time = new Date(timeBookingStartTimestamp ?? Number.NaN)
  if (Number.isNaN(time.getTime())) return undefined
  return Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(time)
      .map(({ type, value }) => [type, value]),
  )
}

/** HH:MM in the booking's zone, else in Madrid's (O1-61); empty without a start. */
export const hourTimeServiceStart = (booking: BookingStart) => {
  const parts = startParts(booking)
  return parts ? `${parts.hour}:${parts.minute}` : ''
}

/** DD/MM/YYYY in the same zone. */
export const dateTimeServiceStart = (booking: BookingStart) => {
  const parts = startParts(booking)
  return parts ? `${parts.day}/${parts.month}/${parts.year}` : ''
}

/** The fleets in the order in which they are tried; a repeated one keeps its first place. */
export const parseFleetsFiltered = (fleetsFiltered: string | null | undefined): number[] => [
  ...new Set(
    (fleetsFiltered ?? '')
      .split(',')
      .map((item) => item.trim())
      .filter((item) => /^\d{1,15}$/.test(item))
      .map(Number),
  ),
]

export const formatFleetsFiltered = (fleets: readonly number[]) => [...new Set(fleets)].join(',')

import { momentAt, wallTime, type Zone } from '@parada/domain/booking/calendar'

/** A moment as forms keep it, and as the browser's own input writes it, on the clock of the place. */
export const momentText = (moment: number | null | undefined, timeZone: Zone) =>
  moment == null ? '' : new Date(wallTime(moment, timeZone)).toISOString().slice(0, 16)

/** Undefined for an empty or half-typed input. */
export const momentOf = (text: string, timeZone: Zone) => {
  const wall = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) ? Date.parse(`${text}Z`) : Number.NaN
  return Number.isNaN(wall) ? undefined : momentAt(wall, timeZone)
}

const inOrder = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)$/

/** As people write it: DD/MM/YYYY HH:MM. What is half typed stays as it is. */
export const writeMoment = (text: string) => text.replace(inOrder, '$3/$2/$1 $4:$5')

/** What people type, in the form that is kept; undefined for what is no day and time. */
export const readMoment = (text: string) => {
  if (inOrder.test(text.trim())) return text.trim()
  const found = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})[ T]+(\d{1,2})[:.h]?(\d\d)$/.exec(text.trim())
  if (!found) return undefined
  const [day, month, year, hour, minute] = found.slice(1).map((part) => part.padStart(2, '0'))
  const kept = `${year}-${month}-${day}T${hour}:${minute}`
  const moment = new Date(`${kept}Z`)
  // 31 February is no day, though some would read it as one of March.
  return Number.isNaN(moment.getTime()) || moment.toISOString().slice(0, 16) !== kept ? undefined : kept
}

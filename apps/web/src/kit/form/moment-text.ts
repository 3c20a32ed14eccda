import { momentAt, momentsAt, nextOf, sideOfChange, wallTime, type Zone } from '@parada/domain/booking/calendar'

const offsetText = (minutes: number) => {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`
}

/**
 * A moment as forms keep it, and as the browser's own input writes it, on the clock of the place. Where the clock shows
 * it twice, its distance from UTC tells which one it is.
 */
export const momentText = (moment: number | null | undefined, timeZone: Zone) => {
  if (moment == null) return ''
  const wall = wallTime(moment, timeZone)
  const text = new Date(wall).toISOString().slice(0, 16)
  return sideOfChange(moment, timeZone) ? text + offsetText((wall - moment) / 60_000) : text
}

const inOrder = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)([+-]\d\d:\d\d)?$/

const wallOf = (text: string) => (inOrder.test(text) ? Date.parse(`${text.slice(0, 16)}Z`) : Number.NaN)

/** Undefined for an empty or half-typed input. */
export const momentOf = (text: string, timeZone: Zone) => {
  const wall = wallOf(text)
  if (Number.isNaN(wall)) return undefined
  return text.length > 16 ? Date.parse(text) : momentAt(wall, timeZone)
}

/** The two moments of an hour that exists twice, none for one that the clocks skip, and otherwise one. */
export const momentsOf = (text: string, timeZone: Zone) => {
  const wall = wallOf(text)
  return Number.isNaN(wall) ? undefined : momentsAt(wall, timeZone)
}

/** As people write it: DD/MM/YYYY HH:MM. What is half typed stays as it is. */
export const writeMoment = (text: string) => text.replace(inOrder, '$3/$2/$1 $4:$5')

/** What was typed, as the next moment to come where the hour exists twice. */
export const settleMoment = (text: string, now: number, timeZone: Zone) => {
  const moments = momentsOf(text, timeZone)
  return text.length === 16 && moments?.length === 2 ? momentText(nextOf(moments, now), timeZone) : text
}

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

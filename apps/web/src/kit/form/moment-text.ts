import { momentAt, momentsAt, nextOf, sideOfChange, wallTime, type Zone } from '@parada/domain/booking/calendar'

const offsetText = (minutes: number) => {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`
}

/**
 * A moment as forms store it and as the browser's own input writes it, in the local time of the place. Where that time
 * occurs twice, the UTC offset is added to tell the two apart.
 */
export const momentText = (moment: number | null | undefined, timeZone: Zone) => {
  if (moment == null) return ''
  const wall = wallTime(moment, timeZone)
  const text = new Date(wall).toISOString().slice(0, 16)
  return sideOfChange(moment, timeZone) ? text + offsetText((wall - moment) / 60_000) : text
}

const inOrder = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)([+-]\d\d:\d\d)?$/

const wallOf = (text: string) => (inOrder.test(text) ? Date.parse(`${text.slice(0, 16)}Z`) : Number.NaN)

/** Undefined for an empty or incomplete input. */
export const momentOf = (text: string, timeZone: Zone) => {
  const wall = wallOf(text)
  if (Number.isNaN(wall)) return undefined
  return text.length > 16 ? Date.parse(text) : momentAt(wall, timeZone)
}

/** Two moments for a local time that occurs twice, none for one that the clocks skip, otherwise one. */
export const momentsOf = (text: string, timeZone: Zone) => {
  const wall = wallOf(text)
  return Number.isNaN(wall) ? undefined : momentsAt(wall, timeZone)
}

/** The text as shown to people: DD/MM/YYYY HH:MM. Incomplete text stays as it is. */
export const writeMoment = (text: string) => text.replace(inOrder, '$3/$2/$1 $4:$5')

/** Resolves a local time that occurs twice to its next occurrence; any other text stays as it is. */
export const settleMoment = (text: string, now: number, timeZone: Zone) => {
  const moments = momentsOf(text, timeZone)
  return text.length === 16 && moments?.length === 2 ? momentText(nextOf(moments, now), timeZone) : text
}

/** Parses what people type into the stored form; undefined if it is not a day and time. */
export const readMoment = (text: string) => {
  if (inOrder.test(text.trim())) return text.trim()
  const found = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})[ T]+(\d{1,2})[:.h]?(\d\d)$/.exec(text.trim())
  if (!found) return undefined
  const [day, month, year, hour, minute] = found.slice(1).map((part) => part.padStart(2, '0'))
  const kept = `${year}-${month}-${day}T${hour}:${minute}`
  const moment = new Date(`${kept}Z`)
  // 31 February is not a day, although some browsers read it as one in March.
  return Number.isNaN(moment.getTime()) || moment.toISOString().slice(0, 16) !== kept ? undefined : kept
}

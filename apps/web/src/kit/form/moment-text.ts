import { momentAt, wallTime, type Zone } from '@parada/domain/booking/calendar'

/** A moment as the browser's input of day and time writes it, on the clock of the place. */
export const momentText = (moment: number | null | undefined, timeZone: Zone) =>
  moment == null ? '' : new Date(wallTime(moment, timeZone)).toISOString().slice(0, 16)

/** Undefined for an empty or half-typed input. */
export const momentOf = (text: string, timeZone: Zone) => {
  const wall = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) ? Date.parse(`${text}Z`) : Number.NaN
  return Number.isNaN(wall) ? undefined : momentAt(wall, timeZone)
}

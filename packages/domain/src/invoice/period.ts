import { momentAt, wallTime, type Zone } from '../booking/calendar.ts'

/** A calendar month of the tenant, written YYYY-MM. */
export type Month = string

const monthForm = /^(\d{4})-(0[1-9]|1[0-2])$/

export const isMonth = (text: string): text is Month => monthForm.test(text)

const firstDay = (month: Month, monthsAway = 0) => {
  const [, year, number] = monthForm.exec(month) ?? []
  return Date.UTC(Number(year), Number(number) - 1 + monthsAway, 1)
}

/** The month as [from, before); a ride belongs to the month in which it starts. */
export const monthRange = (month: Month, timeZone: Zone) => ({
  from: momentAt(firstDay(month), timeZone),
  before: momentAt(firstDay(month, 1), timeZone),
})

/** The tenant's calendar month at a moment, or the one `monthsAway` from it. */
export const monthOf = (moment: number, timeZone: Zone, monthsAway = 0): Month => {
  const wall = new Date(wallTime(moment, timeZone))
  return new Date(Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth() + monthsAway, 1)).toISOString().slice(0, 7)
}

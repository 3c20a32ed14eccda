import { momentAt, wallTime } from '../booking/calendar.ts'
import { constants } from '../constants.ts'

export const heatKinds = ['demand', 'refusals'] as const
export type HeatKind = (typeof heatKinds)[number]

/** About a block: small enough to see where things happen often, large enough not to see who was involved. */
export const heatCellMetres = 150

const days = 28
const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Fewer than this on the same weekday say too little, so every day counts. */
export const enoughOnWeekday = 40

export type HeatHours = {
  /** In the desk's time zone; 0 is Sunday. */
  hour: number
  weekday: number
  starts: { at: number; isWeekday: boolean }[]
}

/** The current local hour on each of the 28 days before today. */
export const heatHours = (now: number, timeZone: string = constants.defaultTimeZone): HeatHours => {
  const wall = Math.floor(wallTime(now, timeZone) / hourMs) * hourMs
  const shown = new Date(wall)
  return {
    hour: shown.getUTCHours(),
    weekday: shown.getUTCDay(),
    starts: Array.from({ length: days }, (_, at) => ({
      at: momentAt(wall - (at + 1) * dayMs, timeZone),
      isWeekday: (at + 1) % 7 === 0,
    })),
  }
}

export type HeatCount = { lat: number; lon: number; count: number; onWeekday: number }

/** The counts of the same weekday if there are enough, otherwise of every day. */
export const heatOf = (counted: readonly HeatCount[]) => {
  const isWeekday = counted.reduce((sum, { onWeekday }) => sum + onWeekday, 0) >= enoughOnWeekday
  const cells = counted.flatMap(({ lat, lon, count, onWeekday }) => {
    const shown = isWeekday ? onWeekday : count
    return shown > 0 ? [{ lat, lon, count: shown }] : []
  })
  return { isWeekday, cells }
}

import { wallTime } from '@parada/domain/booking/calendar'

const day = 86_400_000
const quarter = 900_000
const mostKept = 20_000

/**
 * The local time of a zone at a moment, as if it were UTC. Asking Intl for each of a million times would take longer
 * than writing the rest of the file, so UTC offsets are cached: per day, or per quarter of an hour on days when the
 * clock changes.
 */
export const clockIn = (timeZone: string) => {
  const offsets = new Map<number, number | undefined>()
  const quarters = new Map<number, number>()
  const offsetAt = (moment: number) => wallTime(moment, timeZone) - moment

  const ofDay = (number: number) => {
    if (offsets.has(number)) return offsets.get(number)
    if (offsets.size >= mostKept) offsets.clear()
    const offset = offsetAt(number * day)
    const isSteady = offset === offsetAt((number + 1) * day)
    offsets.set(number, isSteady ? offset : undefined)
    return isSteady ? offset : undefined
  }
  const ofQuarter = (number: number) => {
    const offset = quarters.get(number) ?? offsetAt(number * quarter)
    if (quarters.size >= mostKept) quarters.clear()
    quarters.set(number, offset)
    return offset
  }
  return (moment: number) => moment + (ofDay(Math.floor(moment / day)) ?? ofQuarter(Math.floor(moment / quarter)))
}
export type Clock = ReturnType<typeof clockIn>

/** Formats a local time as 2026-10-25 02:30:00. */
export const isoWall = (wall: number) => new Date(wall).toISOString().slice(0, 19).replace('T', ' ')

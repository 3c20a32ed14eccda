import { wallTime, type Zone } from '../booking/calendar.ts'

/** An amount in cents as a number of the currency's units, exact to two decimals. */
export const unitsOf = (cents: number) => cents / 100

/** Movements grouped by day, in the order given; days follow the user's clock. */
export const byDay = <Movement extends { date: number }>(movements: readonly Movement[], zone: Zone) => {
  const dayOf = ({ date }: Movement) => Math.floor(wallTime(date, zone) / 86_400_000)
  return [...Map.groupBy(movements, dayOf).values()].map((ofDay) => ({ date: ofDay[0]?.date ?? 0, movements: ofDay }))
}

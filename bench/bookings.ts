import { fillAlive, fillBookings } from './bookings/fill.ts'
import { growth } from './bookings/growth.ts'
import { openOffice } from './bookings/office.ts'
import { fillPlaces } from './bookings/places.ts'
import { aliveList, creating, placeSearch } from './bookings/speed.ts'
import type { Figure } from './kit/report.ts'

export const title = 'Bookings: calls over HTTP, beside bare pg and as the history grows'

const alive = 2_000

const filledOffice = async (bookings: number) => {
  const office = await openOffice()
  const ids = await fillBookings(office.owner, bookings)
  await fillAlive(office.owner, alive)
  return { office, ids }
}

export const measure = async (): Promise<Figure[]> => {
  const figures: Figure[] = []
  const few = await filledOffice(100_000)
  try {
    await fillPlaces(few.office.owner, 100_000)
    figures.push(await aliveList(few.office), await placeSearch(few.office))
    const many = await filledOffice(2_000_000)
    try {
      figures.push(...(await growth(few, many)))
    } finally {
      await many.office.stop()
    }
    figures.unshift(await creating(few.office))
  } finally {
    await few.office.stop()
  }
  return figures
}

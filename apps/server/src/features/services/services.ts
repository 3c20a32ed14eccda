import type { services } from '@parada/contract/calls/services'
import { aliveBookings, findBooking } from '@parada/db/queries/bookings'
import type { Grants } from '@parada/domain/access'
import { fleetsOfAny } from '@parada/domain/fleet-access'
import type { Handlers } from '../../http/context.ts'
import { refuse } from '../../http/problem.ts'

const fleetsSeen = (grants: Grants) =>
  fleetsOfAny(grants, ['viewServiceByFleet', 'dispatchServiceByFleet', 'editServiceByFleet'])

export const serviceHandlers: Handlers<typeof services> = {
  alive: async ({ tx, user }) => ({ services: await aliveBookings(tx, fleetsSeen(user.grants)) }),
  get: async ({ tx, user, params }) => {
    const booking = await findBooking(tx, params.id, fleetsSeen(user.grants))
    if (!booking) throw refuse.notFound()
    return { booking }
  },
}

import type { services } from '@parada/contract/calls/services'
import { aliveBookings } from '@parada/db/queries/bookings'
import { fleetsOfAny } from '@parada/domain/fleet-access'
import type { Handlers } from '../../http/context.ts'

export const serviceHandlers: Handlers<typeof services> = {
  alive: async ({ tx, user }) => {
    const fleets = fleetsOfAny(user.grants, ['viewServiceByFleet', 'dispatchServiceByFleet', 'editServiceByFleet'])
    return { services: await aliveBookings(tx, fleets) }
  },
}

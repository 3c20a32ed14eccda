import type { tracking } from '@parada/contract/calls/tracking'
import { bookingAtSupplier } from '@parada/db/queries/supplier-orders'
import { trajectoryOf } from '@parada/db/queries/trajectories'
import { encodePath } from '@parada/domain/places/polyline'
import { bookingFor } from '../../booking/access.ts'
import type { Handlers } from '../../http/context.ts'
import { refuse } from '../../http/problem.ts'

const none = () => refuse.notFound('No tracking available for this service')

export const trackingHandlers: Handlers<typeof tracking> = {
  coords: async (context) => {
    const { tx, tenant, query } = context
    const { idService, idExternalFleet, idExternalService } = query
    const idAtSupplier = () => {
      if (!idExternalFleet || !idExternalService)
        throw refuse.field('idService', 'idService: send idService, or idExternalFleet and idExternalService')
      return bookingAtSupplier(tx, tenant.id, idExternalFleet, idExternalService)
    }
    const id = idService ?? (await idAtSupplier())
    if (id === undefined) throw none()
    const booking = await bookingFor(context, id, { right: 'see' })
    const seen = await trajectoryOf(tx, tenant.id, booking.id)
    if (!seen) throw none()
    return {
      coords: {
        lat: seen.lat,
        lng: seen.lon,
        routeWayPoints: encodePath(seen.path.map(([lat, lon]) => ({ lat, lon }))),
        dispatchStatus: booking.statusDispatch,
        eta: seen.etaMinutes,
      },
    }
  },
}

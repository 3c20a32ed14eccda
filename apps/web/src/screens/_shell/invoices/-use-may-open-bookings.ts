import { anyOf, mayAccess } from '@parada/domain/access/permissions'
import { useSessionState } from '../../../session/use-session.ts'

/** As the booking's page asks: a link that leads nowhere is not shown. */
const access = anyOf('dispatchServiceByFleet', 'editServiceByFleet')

export const useMayOpenBookings = () => useSessionState(({ grants }) => mayAccess(grants, access))

import { anyOf, mayAccess } from '@parada/domain/access/permissions'
import { useSessionState } from '../../../session/use-session.ts'

/** The same permissions as the booking page, so that no link leads to a refusal. */
const access = anyOf('dispatchServiceByFleet', 'editServiceByFleet')

export const useMayOpenBookings = () => useSessionState(({ grants }) => mayAccess(grants, access))

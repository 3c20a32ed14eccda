import type { Call } from '@parada/contract/kit'
import { mayAccess, type PermissionKey } from '@parada/domain/access/permissions'
import { useSessionState } from './use-session.ts'

/** Whether the user may make an API call, so that calls that would be refused are not made at all. */
export const useMay = (call: Pick<Call, 'access'>) =>
  mayAccess(
    useSessionState((state) => state.grants),
    call.access,
  )

/** Whether the user holds a permission, with any value except 'false'. */
export const useHolds = (key: PermissionKey) => useSessionState(({ grants }) => mayAccess(grants, [key]))

import type { Call } from '@parada/contract/kit'
import { mayAccess, type PermissionKey } from '@parada/domain/access/permissions'
import { useSessionState } from './use-session.ts'

/** Whether the person may make a call; one that would be refused is not made at all. */
export const useMay = (call: Pick<Call, 'access'>) =>
  mayAccess(
    useSessionState((state) => state.grants),
    call.access,
  )

/** Whether the person holds a permission, whatever its value. */
export const useHolds = (key: PermissionKey) => useSessionState(({ grants }) => mayAccess(grants, [key]))

import type { Call } from '@parada/contract/kit'
import { mayAccess } from '@parada/domain/access/permissions'
import { useSessionState } from './use-session.ts'

/** Whether the person may make a call; one that would be refused is not made at all. */
export const useMay = (call: Pick<Call, 'access'>) =>
  mayAccess(
    useSessionState((state) => state.grants),
    call.access,
  )

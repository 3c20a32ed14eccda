import type { Grants } from '@parada/domain/access/permissions'
import { useMemo } from 'react'
import { useSessionState } from './use-session.ts'

/** The result of a rule for the signed-in user; undefined until the permissions are known. */
export const useFromGrants = <T>(rule: (grants: Grants) => T): T | undefined => {
  const grants = useSessionState((state) => state.grants)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a rule says the same of the same grants
  return useMemo(() => grants && rule(grants), [grants])
}

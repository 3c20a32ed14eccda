import type { Grants } from '@parada/domain/access/permissions'
import { useMemo } from 'react'
import { useSessionState } from './use-session.ts'

/** What a rule says of the reader; undefined before anything is known of them. */
export const useFromGrants = <T>(rule: (grants: Grants) => T): T | undefined => {
  const grants = useSessionState((state) => state.grants)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a rule says the same of the same grants
  return useMemo(() => grants && rule(grants), [grants])
}

import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Session } from './session.ts'
import type { SessionState } from './session-state.ts'

const SessionContext = createContext<Session | undefined>(undefined)
export const SessionProvider = SessionContext.Provider

export const useSession = () => {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession needs a SessionProvider')
  return session
}

/** Re-renders only when the selected part changes, so selectors must not build new objects. */
export const useSessionState = <Part>(select: (state: SessionState) => Part) => {
  const session = useSession()
  return useSyncExternalStore(session.subscribe, () => select(session.state()))
}

export type SessionEvents = {
  'login-failure': { message: string }
  'not-authenticated': undefined
  /** `sentAt` is the time at which the refused call was sent. */
  'not-authorized': { sentAt: number }
  'session-ended': { reason: EndReason }
  /** The server answers again, after it or its database was unreachable. */
  'server-back': undefined
  /** A live event or a local action changed the alive list, which is kept in the session and the query cache. */
  'booking-updated': { idBooking: number; statusBooking: number }
}

export type EndReason = 'expired' | 'signedOut' | 'notAuthenticated'

type Listener<Name extends keyof SessionEvents> = (detail: SessionEvents[Name]) => void

/** Events that one part of the application broadcasts to the others (document 1, section 8). */
export const createEvents = () => {
  const listeners = new Map<keyof SessionEvents, Set<Listener<never>>>()
  return {
    on: <Name extends keyof SessionEvents>(name: Name, listener: Listener<Name>) => {
      const known = listeners.get(name) ?? new Set()
      listeners.set(name, known.add(listener as Listener<never>))
      return () => {
        known.delete(listener as Listener<never>)
      }
    },
    emit: <Name extends keyof SessionEvents>(name: Name, ...[detail]: EmitArguments<Name>) => {
      for (const listener of [...(listeners.get(name) ?? [])])
        (listener as Listener<Name>)(detail as SessionEvents[Name])
    },
  }
}

type EmitArguments<Name extends keyof SessionEvents> = undefined extends SessionEvents[Name]
  ? []
  : [detail: SessionEvents[Name]]

export type Events = ReturnType<typeof createEvents>

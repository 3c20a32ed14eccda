import { session as calls } from '@parada/contract/calls/session'
import type { ApiBase, Call } from '@parada/contract/kit'
import { constants } from '@parada/domain/constants'
import { basicPair, isSessionOver, remainingTime, type SignInForm, signInIdentifier } from '@parada/domain/session'
import type { EndReason, Events } from './events.ts'
import { base64, passwordHash, utf8 } from './password-hash.ts'
import { draftsEntry, restore, type SessionState, store, withPermissions } from './session-state.ts'
import { type SignInFailure, signInFailure } from './sign-in-failure.ts'
import type { Ask, Load, StartUp } from './start-up.ts'

export type SessionOptions = { ask: Ask; events: Events; storage: Storage; now?: () => number }

/** An answer of any call, as the client tells it. */
export type Heard = { base: ApiBase; status: number; call: Call; token: string | undefined; sentAt: number }

export type Session = ReturnType<typeof createSession>

/** Who is signed in, until when, and what was loaded for them. */
export const createSession = ({ ask, events, storage, now = Date.now }: SessionOptions) => {
  let state: SessionState = restore(storage)
  let timer: ReturnType<typeof setInterval> | undefined
  let loading = Promise.resolve<StartUp>(new Map())
  const listeners = new Set<() => void>()
  /** What start-up loads have brought into this page; the storage may hold the same from hours ago. */
  let brought: SessionState = {}
  /** The last answers said that the server, or its database, was not there. */
  let isAway = false

  const replace = (next: SessionState) => {
    state = next
    for (const listener of listeners) listener()
  }
  let unstored: SessionState = {}
  const keep = (change: SessionState) => {
    // What is stored now must not be overwritten by what is older.
    for (const name of Object.keys(change) as (keyof SessionState)[]) delete unstored[name]
    store(storage, change)
    replace({ ...state, ...change })
  }
  // Writing a long list takes longer than drawing it, and nobody reads it before the page is loaded again.
  addEventListener('pagehide', () => {
    store(storage, unstored)
    unstored = {}
  })
  const remaining = () => remainingTime(state.lastSessionTime ?? 0, now())

  /** What somebody was typing when the session ended by itself: theirs alone, and never in the storage. */
  let typed: string | null | undefined
  let typedBy: number | undefined

  const end = (reason: EndReason) => {
    clearInterval(timer)
    unstored = {}
    if (reason === 'signedOut') typed = null
    else if (state.self) {
      typed = storage.getItem(draftsEntry)
      typedBy = state.self.id
    }
    storage.clear()
    replace({ ended: reason })
    events.emit('session-ended', { reason })
  }
  const watch = () => {
    clearInterval(timer)
    timer = setInterval(() => isSessionOver(remaining()) && end('expired'), constants.sessionCheckMs)
  }
  /** The sign-in page does without the calls of start-up; the frame's preloads bring them. */
  const load = (isWanted: (name: Load) => boolean) => {
    const { token } = state
    brought = {}
    const bring = (change: SessionState) => {
      if (state.token !== token) return
      brought = { ...brought, ...change }
      keep(change)
    }
    loading = import('./start-up.ts').then(
      ({ startUp }) => startUp(ask, isWanted, bring),
      (problem: Error) => {
        console.warn('Start-up did not load', problem.message)
        return new Map()
      },
    )
  }

  if (state.token && isSessionOver(remaining())) {
    storage.clear()
    state = { ended: 'expired' }
  }

  return {
    events,
    state: () => state,
    token: () => state.token,
    keep,
    /** For what changes many times a second: seen at once, and stored when the page is left. */
    keepForReload: (change: SessionState) => {
      replace({ ...state, ...change })
      unstored = { ...unstored, ...change }
    },
    remaining,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },

    /** Goes on after a reload; only what the storage did not hold is loaded again (P-005, P-026). */
    resume: () => {
      if (!state.token) return
      watch()
      load((name) => state[name] === undefined)
    },

    /** Undefined once signed in, else what to tell. */
    signIn: async (form: SignInForm): Promise<SignInFailure | undefined> => {
      const pair = basicPair(signInIdentifier(form), await passwordHash(form.password))
      const isSignedIn = (status: number, answer: unknown) => status === 200 && !!(answer as { token?: string })?.token
      try {
        const headers = { Authorization: `Basic ${base64(utf8(pair))}` }
        const { token, permissions } = await ask(calls.signIn, { headers, accept: isSignedIn })
        storage.clear()
        state = {}
        keep({ token, lastSessionTime: now(), ...(Array.isArray(permissions) && withPermissions(permissions)) })
      } catch (cause) {
        const failure = signInFailure(cause as Error)
        events.emit('login-failure', { message: failure.text })
        return failure
      }
      watch()
      load(() => true)
      if (!typed) return
      await (await loading).get('self')
      if (state.self?.id === typedBy) storage.setItem(draftsEntry, typed)
      typed = null
    },

    signOut: () => {
      // Sent before the token is forgotten; nobody waits for the answer, the server's own hour is the net (O1-07).
      if (state.token) ask(calls.signOut).catch(() => undefined)
      end('signedOut')
    },

    /** The permissions of the signed-in user, waited for where sign-in did not bring them (O1-06). */
    grants: async () => {
      if (!state.grants) await (await loading).get('permissions')
      return state.grants
    },

    /** What start-up has just brought, once: whoever asks later would take it for new. */
    takeBrought: () => {
      const taken = brought
      brought = {}
      return taken
    },

    /** Waits until these start-up loads have come or failed. */
    loaded: async (...names: Load[]) => {
      const started = await loading
      await Promise.all(names.map((name) => started.get(name)))
    },

    /** An answer to a token of an earlier session says nothing about this one. */
    heard: ({ base, status, call, token, sentAt }: Heard) => {
      if (call === calls.signIn || token !== state.token) return
      if (status >= 502 && status <= 504) isAway = true
      else if (isAway && status < 500) {
        isAway = false
        events.emit('server-back')
      }
      if (status === 401) {
        events.emit('not-authenticated')
        end('notAuthenticated')
      } else if (status === 403) {
        events.emit('not-authorized', { sentAt })
      } else if (token && base === 'main' && status >= 200 && status < 300) {
        keep({ lastSessionTime: now() })
      }
    },
  }
}

import { session as calls } from '@parada/contract/calls/session'
import type { ApiBase, Call } from '@parada/contract/kit'
import { constants } from '@parada/domain/constants'
import { basicPair, isSessionOver, remainingTime, type SignInForm, signInIdentifier } from '@parada/domain/session'
import type { EndReason, Events } from './events.ts'
import { base64, passwordHash, utf8 } from './password-hash.ts'
import { draftsEntry, restore, type SessionState, store, withPermissions } from './session-state.ts'
import { type SignInFailure, signInFailure } from './sign-in-failure.ts'
import type { Ask, Load, StartUp } from './start-up.ts'

type SessionOptions = { ask: Ask; events: Events; storage: Storage; now?: () => number }

/** The response to a call, as reported by the client. */
export type Heard = { base: ApiBase; status: number; call: Call; token: string | undefined; sentAt: number }

export type Session = ReturnType<typeof createSession>

/** Holds who is signed in, until when, and what was loaded for them. */
export const createSession = ({ ask, events, storage, now = Date.now }: SessionOptions) => {
  let state: SessionState = restore(storage)
  let timer: ReturnType<typeof setInterval> | undefined
  let loading = Promise.resolve<StartUp>(new Map())
  const listeners = new Set<() => void>()
  /** What the start-up loads brought since this page was opened; the storage may hold values from hours ago. */
  let brought: SessionState = {}
  /** Whether the last responses showed that the server or its database is unreachable. */
  let isAway = false

  const replace = (next: SessionState) => {
    state = next
    for (const listener of listeners) listener()
  }
  let unstored: SessionState = {}
  const keep = (change: SessionState) => {
    // Values stored now must not be overwritten by older pending ones.
    for (const name of Object.keys(change) as (keyof SessionState)[]) delete unstored[name]
    store(storage, change)
    replace({ ...state, ...change })
  }
  // Pending values are stored only here: writing a long list takes longer than rendering it, and only a reload reads
  // it.
  addEventListener('pagehide', () => {
    store(storage, unstored)
    unstored = {}
  })
  const remaining = () => remainingTime(state.lastSessionTime ?? 0, now())

  /** Drafts of a session that ended by itself, kept in memory only and restored for the same user alone. */
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
  /**
   * Imports the start-up calls on demand: the sign-in page does without them, and the preloads of the frame bring them.
   */
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
    /** For values that change many times a second: visible at once, but stored only when the page is left. */
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

    /** Continues the session after a reload and loads only what the storage lacks (P-005, P-026). */
    resume: () => {
      if (!state.token) return
      watch()
      load((name) => state[name] === undefined)
    },

    /** Resolves to undefined on success, otherwise to the failure to show. */
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
      // Sent while the token is still known. The response is not awaited: if the call fails, the token expires on the
      // server after an hour (O1-07).
      if (state.token) ask(calls.signOut).catch(() => undefined)
      end('signedOut')
    },

    /** The permissions of the signed-in user; waits for them if sign-in did not bring them (O1-06). */
    grants: async () => {
      if (!state.grants) await (await loading).get('permissions')
      return state.grants
    },

    /** What start-up has just brought. Returned only once, since it would no longer be fresh later. */
    takeBrought: () => {
      const taken = brought
      brought = {}
      return taken
    },

    /** Waits until these start-up loads have succeeded or failed. */
    loaded: async (...names: Load[]) => {
      const started = await loading
      await Promise.all(names.map((name) => started.get(name)))
    },

    /** Responses to the token of an earlier session are ignored; they say nothing about this one. */
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

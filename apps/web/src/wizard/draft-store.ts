import { type Draft, type DraftSeed, newDraft } from '@parada/domain/wizard/draft'
import { type DraftAction, reduceDraft } from '@parada/domain/wizard/reduce-draft'
import { randomKey } from '../kit/random-key.ts'
import { draftsEntry } from '../session/session-state.ts'

/** A draft and the URL that it was opened at. */
export type OpenDraft = { path: string; draft: Draft }
/** The drafts closed last are kept, so that they can be brought back. */
export type Drafts = { open: readonly OpenDraft[]; active: string | undefined; closed: readonly OpenDraft[] }

const none: Drafts = { open: [], active: undefined, closed: [] }
const mostClosed = 5

const isDraft = (value: unknown): value is OpenDraft => {
  const { path, draft } = (value ?? {}) as Partial<OpenDraft>
  return typeof path === 'string' && typeof draft?.key === 'string' && typeof draft.variant === 'string'
}

/** Drafts stored by an older build may lack fields, which get the values of a new draft. */
const read = (storage: Storage): Drafts => {
  try {
    const { open, active, closed = [] } = JSON.parse(storage.getItem(draftsEntry) ?? '{}') as Partial<Drafts>
    if (!Array.isArray(open) || !Array.isArray(closed)) return none
    const whole = (kept: readonly OpenDraft[]) =>
      kept.filter(isDraft).map(({ path, draft }) => ({ path, draft: newDraft(draft) }))
    return { open: whole(open), active, closed: whole(closed) }
  } catch {
    return none
  }
}

const keep = (storage: Storage, drafts: Drafts) => {
  try {
    storage.setItem(draftsEntry, JSON.stringify(drafts))
  } catch (problem) {
    console.warn('The browser could not keep the drafts', problem)
  }
}

/** A URL that names no customer starts a new call. */
const isBare = (path: string) => !path.replace(/^\/[^/]+\/[^/]+/, '')

export const isUntouched = (draft: Draft, path: string) =>
  isBare(path) &&
  ![draft.phoneNumber, draft.subscriberCode, draft.userNumber, draft.when, draft.notes].some((text) => text.trim()) &&
  !draft.origin?.addressField &&
  !draft.destination?.addressField

/** The drafts of one session in one browser tab; they survive a reload. */
export const createDraftStore = (storage: Storage) => {
  let drafts = read(storage)
  const listeners = new Set<() => void>()
  const replace = (next: Drafts) => {
    drafts = next
    keep(storage, next)
    for (const listener of listeners) listener()
  }
  const find = (key: string) => drafts.open.find(({ draft }) => draft.key === key)?.draft
  const change = (key: string, next: (draft: Draft) => Draft) =>
    replace({
      ...drafts,
      open: drafts.open.map((one) => (one.draft.key === key ? { ...one, draft: next(one.draft) } : one)),
    })
  /** Untouched drafts make room for the new one. */
  const add = (path: string, seed: Omit<DraftSeed, 'key'>) => {
    const draft = newDraft({ ...seed, key: randomKey() })
    const open = drafts.open.filter((one) => !isUntouched(one.draft, one.path))
    replace({ ...drafts, open: [...open, { path, draft }], active: draft.key })
  }
  const remove = (key: string) => {
    const open = drafts.open.filter(({ draft }) => draft.key !== key)
    replace({ ...drafts, open, active: drafts.active === key ? open.at(-1)?.draft.key : drafts.active })
  }

  return {
    get: () => drafts,
    find,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    dispatch: (key: string, action: DraftAction) => change(key, (draft) => reduceDraft(draft, action)),
    put: (draft: Draft) => change(draft.key, () => draft),
    add,
    activate: (key: string) => replace({ ...drafts, active: key }),
    /** Opens the draft of a URL: the active one, one already begun for the same customer, or a new one. */
    openAt: (path: string, seed: () => Omit<DraftSeed, 'key'>) => {
      const begun = drafts.open.filter((one) => one.path === path)
      if (begun.some(({ draft }) => draft.key === drafts.active)) return
      const last = isBare(path) ? undefined : begun.at(-1)
      if (last) replace({ ...drafts, active: last.draft.key })
      else add(path, seed())
    },
    /** On returning to a URL without a customer, the operator finds a new call, with the unfinished draft beside it. */
    leave: (path: string) => {
      const active = drafts.open.find(({ draft }) => draft.key === drafts.active)
      if (active?.path === path) replace({ ...drafts, active: undefined })
    },
    remove,
    close: (key: string) => {
      const one = drafts.open.find(({ draft }) => draft.key === key)
      remove(key)
      if (one && !isUntouched(one.draft, one.path))
        replace({ ...drafts, closed: [...drafts.closed, one].slice(-mostClosed) })
    },
    bringBack: () => {
      const one = drafts.closed.at(-1)
      if (!one) return undefined
      const open = drafts.open.filter(({ draft, path }) => !isUntouched(draft, path))
      replace({ open: [...open, one], active: one.draft.key, closed: drafts.closed.slice(0, -1) })
      return one
    },
  }
}

export type DraftStore = ReturnType<typeof createDraftStore>

let current: { token: string | undefined; store: DraftStore } | undefined

/** The next user must not find the previous user's drafts. */
export const draftStoreOf = (token: string | undefined) => {
  if (current?.token !== token || !current) current = { token, store: createDraftStore(sessionStorage) }
  return current.store
}

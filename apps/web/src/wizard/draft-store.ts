import { type Draft, type DraftSeed, newDraft } from '@parada/domain/wizard/draft'
import { type DraftAction, reduceDraft } from '@parada/domain/wizard/reduce-draft'
import { randomKey } from '../kit/random-key.ts'

/** A draft and the address that it was opened at. */
export type OpenDraft = { path: string; draft: Draft }
export type Drafts = { open: readonly OpenDraft[]; active: string | undefined }

const name = 'parada.drafts'
const none: Drafts = { open: [], active: undefined }

const isDraft = (value: unknown): value is OpenDraft => {
  const { path, draft } = (value ?? {}) as Partial<OpenDraft>
  return typeof path === 'string' && typeof draft?.key === 'string' && typeof draft.variant === 'string'
}

/** What an older build kept may lack fields: they get the values of a new draft. */
const read = (storage: Storage): Drafts => {
  try {
    const { open, active } = JSON.parse(storage.getItem(name) ?? '{}') as Partial<Drafts>
    if (!Array.isArray(open)) return none
    return { open: open.filter(isDraft).map(({ path, draft }) => ({ path, draft: newDraft(draft) })), active }
  } catch {
    return none
  }
}

const keep = (storage: Storage, drafts: Drafts) => {
  try {
    storage.setItem(name, JSON.stringify(drafts))
  } catch (problem) {
    console.warn('The browser could not keep the drafts', problem)
  }
}

export const isUntouched = (draft: Draft, path: string) =>
  !path.replace(/^\/[^/]+\/[^/]+/, '') &&
  ![draft.phoneNumber, draft.subscriberCode, draft.userNumber, draft.when, draft.notes].some((text) => text.trim()) &&
  !draft.origin?.addressField &&
  !draft.destination?.addressField

/** The drafts of one session in one tab of the browser; they survive a reload. */
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
  /** An untouched draft makes room for the next. */
  const add = (path: string, seed: Omit<DraftSeed, 'key'>) => {
    const draft = newDraft({ ...seed, key: randomKey() })
    const open = drafts.open.filter((one) => !isUntouched(one.draft, one.path))
    replace({ open: [...open, { path, draft }], active: draft.key })
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
    /** The draft of an address: the one at work, one that was begun there, or a new one. */
    openAt: (path: string, seed: () => Omit<DraftSeed, 'key'>) => {
      const begun = drafts.open.filter((one) => one.path === path)
      if (begun.some(({ draft }) => draft.key === drafts.active)) return
      const last = begun.at(-1)
      if (last) replace({ ...drafts, active: last.draft.key })
      else add(path, seed())
    },
    remove: (key: string) => {
      const open = drafts.open.filter(({ draft }) => draft.key !== key)
      replace({ open, active: drafts.active === key ? open.at(-1)?.draft.key : drafts.active })
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

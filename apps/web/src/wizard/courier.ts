import { callers } from '@parada/contract/calls/callers'
import { pastServices } from '@parada/contract/calls/past-services'
import { services } from '@parada/contract/calls/services'
import { phoneSpellings } from '@parada/domain/phone'
import type { Draft } from '@parada/domain/wizard/draft'
import { nextSending, type Sending } from '@parada/domain/wizard/sending'
import { CallFailed, type Client, toFailure } from '../kit/client.ts'
import type { DraftStore } from './draft-store.ts'

export type CourierNews =
  | { kind: 'done'; draft: Draft }
  | { kind: 'refused'; draft: Draft; sending: Sending['kind']; failure: CallFailed }
  | { kind: 'recurringFailed'; draft: Draft; failure: CallFailed }

type Options = { client: Client; store: DraftStore; mayCreateCaller: () => boolean; tell: (news: CourierNews) => void }

const againMs = 2_000

/** No response came, or one from a proxy or rate limit: the same request may be repeated. */
const isLost = (problem: unknown): problem is CallFailed =>
  problem instanceof CallFailed && (problem.status === 0 || problem.status >= 500 || problem.status === 429)

const bodyOf = (sending: Sending) => ({ body: sending.body as never, headers: { 'Idempotency-Key': sending.key } })

/** Sends drafts to the server, one API call after another; a call without a response is repeated. */
export const createCourier = ({ client, store, mayCreateCaller, tell }: Options) => {
  const underWay = new Set<string>()
  const lost = new Set<string>()
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  const listeners = new Set<() => void>()
  const changed = () => {
    for (const listener of listeners) listener()
  }

  const keepCaller = async (sending: Sending & { kind: 'caller' }) => {
    try {
      return (await client(callers.create, bodyOf(sending))).id
    } catch (problem) {
      if (isLost(problem)) throw problem
      // Somebody else was quicker, or the number cannot be stored: either way the booking goes on.
      const { phoneNumber } = sending.body
      const { rows } = await client(callers.search, { query: { phoneNumber, resultsPerPage: 5 } })
      const spellings = phoneSpellings(phoneNumber)
      return rows.find((row) => spellings.includes(row.phoneNumber))?.id ?? 0
    }
  }

  const send = async (draft: Draft, sending: Sending) => {
    const { key, attempt } = draft
    switch (sending.kind) {
      case 'create': {
        const { booking } = await client(services.act, { params: { action: 'create' }, ...bodyOf(sending) })
        return store.dispatch(key, { type: 'created', attempt, id: booking.id, version: booking.version })
      }
      case 'caller':
        return store.dispatch(key, { type: 'callerKept', idCaller: await keepCaller(sending) })
      case 'confirm': {
        const { booking } = await client(services.act, { params: { action: 'confirm' }, ...bodyOf(sending) })
        return store.dispatch(key, { type: 'confirmed', id: booking.id, version: booking.version })
      }
      case 'register': {
        const call = draft.variant === 'historic' ? pastServices.historic : pastServices.toInvoice
        const { booking } = await client(call, bodyOf(sending))
        return store.dispatch(key, { type: 'confirmed', id: booking.id, version: booking.version })
      }
      case 'recurring':
        await client(services.recurring, bodyOf(sending))
    }
  }

  const finish = (key: string) => {
    const draft = store.find(key)
    if (!draft?.isConfirmed) return
    store.remove(key)
    tell({ kind: 'done', draft })
  }

  const refuse = (draft: Draft, sending: Sending['kind'], failure: CallFailed) => {
    if (sending === 'recurring') {
      tell({ kind: 'recurringFailed', draft, failure })
      return finish(draft.key)
    }
    store.dispatch(draft.key, { type: 'refused' })
    tell({ kind: 'refused', draft, sending, failure })
  }

  /** Sends the next API call of a draft, unless one is under way. */
  const carry = async (key: string): Promise<void> => {
    const draft = store.find(key)
    const sending = draft && nextSending(draft, { mayCreateCaller: mayCreateCaller() })
    if (!draft || !sending) return finish(key)
    if (underWay.has(key)) return
    underWay.add(key)
    try {
      await send(draft, sending)
      if (lost.delete(key)) changed()
      underWay.delete(key)
      return sending.kind === 'recurring' ? finish(key) : await carry(key)
    } catch (problem) {
      underWay.delete(key)
      if (isLost(problem)) {
        lost.add(key)
        changed()
        clearTimeout(timers.get(key))
        timers.set(
          key,
          setTimeout(() => carry(key), againMs),
        )
        return
      }
      if (lost.delete(key)) changed()
      // The operator has gone back meanwhile, so the refusal no longer matters.
      if (store.find(key)?.attempt !== draft.attempt) return carry(key)
      refuse(draft, sending.kind, toFailure(problem))
    }
  }

  return {
    carry: (key: string) => void carry(key),
    isLost: (key: string) => lost.has(key),
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    /** Retries every lost draft at once when the network is back. */
    hurry: () => {
      for (const key of lost) void carry(key)
    },
  }
}

export type Courier = ReturnType<typeof createCourier>

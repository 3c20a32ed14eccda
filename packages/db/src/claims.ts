import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Listening } from './listen.ts'
import { isDatabaseAway } from './problems.ts'

/** So long what a worker has taken stays its own without a word from it; it says one every second. */
const leaseMs = 3_000
const renewEvery = 1_000
const againEvery = 250

/** What rows are claimed under. */
export type Lease = {
  id: string
  /** Asked before a row is sent: waits while the database cannot say. False when others may have the row, or will. */
  isMine: () => Promise<boolean>
}

type Options = {
  /** Rows can be taken again. */
  onHeld: () => void
  log: (line: string) => void
}

/**
 * Keeps a worker's claims on rows of the outbox: they end when the worker gives them back or falls silent. The lease
 * outlives the connection, so a connection lost and made again loses no claim.
 */
export const keepClaims = ({ query }: Pick<Listening, 'query'>, { onHeld, log }: Options) => {
  const begin = () => {
    const own = {
      id: randomUUID(),
      isNew: true,
      until: 0,
      isHeld: () => performance.now() < own.until,
      isMine: async () => {
        while (!own.isHeld() && own === lease && !isLeaving) await wait(againEvery).then(renewOnce)
        return own === lease && !isLeaving
      },
    }
    return own
  }
  let lease = begin()
  let renewing: Promise<void> | undefined
  let isLeaving = false

  const renew = async () => {
    const { id, isNew, isHeld } = lease
    // Counted from before the question: here the lease is never longer than in the database.
    const until = performance.now() + leaseMs
    const wasHeld = isHeld()
    const [answer] = await query<{ kept: boolean }>('select claims_keep($1, $2, make_interval(secs => $3)) as kept', [
      id,
      isNew,
      leaseMs / 1_000,
    ])
    if (!answer?.kept) {
      log('What was claimed has been given to others: this server was silent for too long')
      lease = begin()
      return renew()
    }
    lease.isNew = false
    lease.until = until
    if (!wasHeld && !isLeaving) onHeld()
  }

  /** Without the database nothing is renewed; it is asked again a second later. */
  const renewOnce = () =>
    (renewing ??= renew()
      .catch(() => {})
      .finally(() => {
        renewing = undefined
      }))

  let isEnded = false
  const keepRenewing = async () => {
    while (!isEnded) {
      await renewOnce()
      await wait(renewEvery, undefined, { ref: false })
    }
  }
  void keepRenewing()

  const giveBack = (underWay: readonly number[]) =>
    query('select claims_give_back($1, $2)', [lease.id, underWay]).catch(() => {})

  return {
    renew: renewOnce,
    /** The lease to take rows under; none while the database does not know of it. */
    lease: (): Lease | undefined => (lease.isHeld() && !isLeaving ? lease : undefined),
    /** Gives back what is not under way; that stays claimed until it is marked. */
    leave: (underWay: readonly number[]) => {
      isLeaving = true
      return giveBack(underWay)
    },
    end: async () => {
      isEnded = true
      await renewing
      await giveBack([])
    },
  }
}

const patience = 60_000

/** Waits for a database that is away: what was sent and could not be marked would be sent again. */
export const onceBack = async <T>(work: () => Promise<T>): Promise<T> => {
  for (const end = performance.now() + patience; ; await wait(againEvery)) {
    try {
      return await work()
    } catch (error) {
      if (!isDatabaseAway(error) || performance.now() > end) throw error
    }
  }
}

import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Listening } from './listen.ts'
import { isDatabaseAway } from './problems.ts'

/** How long a claim lasts without a renewal; workers renew every second. */
const leaseMs = 3_000
const renewEvery = 1_000
const againEvery = 250

/** The lease that a worker claims rows under. */
export type Lease = {
  id: string
  /**
   * Call it before sending a row. Waits while the database is unreachable; false once others have the row or are about
   * to.
   */
  isMine: () => Promise<boolean>
}

type Options = {
  /** Called when the lease takes effect, so that rows can be taken. */
  onHeld: () => void
  log: (line: string) => void
}

/**
 * Keeps a worker's claims on outbox rows until it gives them back or stops renewing its lease. The lease outlives the
 * connection, so reconnecting loses no claim.
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
    // Counted from before the query, so that the lease never lasts longer here than in the database.
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

  /**
   * Joins a renewal in progress. A failure, as while the database is away, is ignored: the next attempt follows within
   * a second.
   */
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
    /** The lease to take rows under; undefined while the database does not know it. */
    lease: (): Lease | undefined => (lease.isHeld() && !isLeaving ? lease : undefined),
    /** Gives back rows that are not in progress; those in progress stay claimed until they are marked. */
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

/** Retries for a minute while the database is away: a row that was sent but not marked would be sent again. */
export const onceBack = async <T>(work: () => Promise<T>): Promise<T> => {
  for (const end = performance.now() + patience; ; await wait(againEvery)) {
    try {
      return await work()
    } catch (error) {
      if (!isDatabaseAway(error) || performance.now() > end) throw error
    }
  }
}

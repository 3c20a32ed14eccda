import { keepClaims, type Lease } from '@parada/db/claims'
import { listen } from '@parada/db/listen'
import type { Database } from '@parada/db/open'
import { doneMarker, markFailed } from '@parada/db/queries/outbox'
import {
  claimOrder,
  type DueMessage,
  type OverdueOrder,
  overdueOrders,
  takeMessages,
  tidyReports,
} from '@parada/db/queries/supplier-orders'
import { messageOf } from '@parada/domain/errors'
import type { FastifyBaseLogger } from 'fastify'
import { giveUp } from './order-outcome.ts'
import { sender } from './send.ts'
import type { Reach } from './supplier-for.ts'

const sweepEvery = 1_000
const tidyEvery = 3_600_000
const most = 20
/** How many orders of one fleet are worked on at the same time. */
const perFleet = 4

type LeasedMessage = DueMessage & { lease: Lease }

const queueOf = ({ tenantId, payload }: DueMessage) => `${tenantId}:${payload.idFleet}`

type Queue = { add: (due: LeasedMessage) => void; isFull: () => boolean; isEmpty: () => boolean }

/** Sends a fleet's messages, a few at once, but those of one order one after another. */
const startQueue = (deliver: (due: LeasedMessage) => Promise<void>, onChange: () => void): Queue => {
  const waiting: LeasedMessage[] = []
  const orders = new Set<string>()

  const next = () => {
    const at = waiting.findIndex(({ payload }) => !orders.has(payload.idOrder))
    if (at < 0 || orders.size >= perFleet) return
    const [due] = waiting.splice(at, 1)
    if (!due) return
    const { idOrder } = due.payload
    orders.add(idOrder)
    void deliver(due).finally(() => {
      orders.delete(idOrder)
      next()
      if (waiting.length === 0) onChange()
    })
    next()
  }

  return {
    add: (due) => {
      waiting.push(due)
      next()
    },
    isFull: () => waiting.length > 0,
    isEmpty: () => orders.size === 0 && waiting.length === 0,
  }
}

/**
 * Sends orders that are due, with a queue for each fleet, and gives up orders that nobody answers. Several servers may
 * do so at once.
 */
export const startDispatcher = (database: Database, reach: Reach, log: FastifyBaseLogger) => {
  const send = sender(database, reach)
  const markDone = doneMarker(database.db)
  const queues = new Map<string, Queue>()
  const underWay = new Map<number, Promise<void>>()
  /** Full queues that were skipped, to be read again when they have room. */
  const fullBefore = new Set<string>()
  let taking: Promise<void> | undefined
  let isWanted = false
  let isStopped = false

  const attempt = async (due: LeasedMessage) => {
    const { id, attempts, payload, lease } = due
    if (!(await lease.isMine())) return undefined
    const again = (reason: string, seconds: number) => markFailed(database.db, id, reason, seconds, lease)
    try {
      const outcome = await send(due)
      if (outcome === 'done') return await markDone(id)
      log.info({ order: payload.idOrder, fleet: payload.idFleet, attempts, reason: outcome.reason }, 'An order waits')
      return await again(outcome.reason, outcome.again)
    } catch (err) {
      log.warn({ err, order: payload.idOrder }, 'An order could not be handled; it is tried again')
      return again(messageOf(err), 1)
    }
  }

  const deliver = async (due: LeasedMessage) => {
    if (isStopped) return
    const ended: Promise<void> = attempt(due)
      .then(() => {})
      .catch((err) => log.warn({ err, order: due.payload.idOrder }, 'An order could not be marked'))
      .finally(() => underWay.delete(due.id))
    underWay.set(due.id, ended)
    await ended
  }

  const queueFor = (name: string) => {
    const known = queues.get(name)
    if (known) return known
    const queue: Queue = startQueue(deliver, () => {
      if (queue.isEmpty()) queues.delete(name)
      if (fullBefore.delete(name)) wake()
    })
    queues.set(name, queue)
    return queue
  }

  const take = async () => {
    let taken = most
    while ((isWanted || taken === most) && !isStopped) {
      isWanted = false
      const lease = claims.lease()
      if (!lease) return
      const full = [...queues].filter(([, queue]) => queue.isFull()).map(([name]) => name)
      for (const name of full) fullBefore.add(name)
      const due = await takeMessages(database.db, most, full, lease)
      for (const one of due) queueFor(queueOf(one)).add({ ...one, lease })
      taken = due.length
    }
  }

  const wake = () => {
    if (isStopped) return
    isWanted = true
    taking ??= take()
      .catch((err) => log.warn({ err }, 'Orders wait: they could not be read'))
      .finally(() => {
        taking = undefined
      })
  }

  const moveOverdue = ({ tenantId, subdomain, id, idBooking }: OverdueOrder) =>
    database.inTenant(tenantId, async (tx) => {
      if (!(await claimOrder(tx, id))) return
      await giveUp({ tx, tenant: { id: tenantId, subdomain }, now: reach.now() }, { id, idBooking }, 'silent', '')
    })

  let sweeping: Promise<void> | undefined
  const sweep = async () => {
    for (const overdue of await overdueOrders(database.db, reach.now(), 100)) {
      if (isStopped) return
      await moveOverdue(overdue).catch((err) => log.warn({ err, order: overdue.id }, 'An overdue order was not moved'))
    }
  }
  const look = () => {
    wake()
    sweeping ??= sweep()
      .catch((err) => log.warn({ err }, 'Overdue orders could not be read'))
      .finally(() => {
        sweeping = undefined
      })
  }

  const warn = (line: string) => log.warn(line)
  const listening = listen(database.appUrl, {
    channels: ['parada_leaving'],
    hear: (_, kind) => kind === 'order' && wake(),
    onConnect: () => {
      void claims.renew()
      wake()
    },
    log: warn,
  })
  const claims = keepClaims(listening, { onHeld: wake, log: warn })
  const timer = setInterval(look, sweepEvery)
  const tidying = setInterval(
    () => tidyReports(database.db).catch((err) => log.warn({ err }, 'Tidying failed')),
    tidyEvery,
  )
  return {
    wake,
    stop: async () => {
      isStopped = true
      clearInterval(timer)
      clearInterval(tidying)
      await Promise.all([taking, sweeping])
      await claims.leave([...underWay.keys()])
      await Promise.all(underWay.values())
      await claims.end()
      await listening.close()
    },
  }
}

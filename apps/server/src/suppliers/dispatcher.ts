import { listen } from '@parada/db/listen'
import type { Database } from '@parada/db/open'
import { markDone, markFailed } from '@parada/db/queries/outbox'
import {
  claimOrder,
  type DueMessage,
  type OverdueOrder,
  overdueOrders,
  takeMessages,
  tidyReports,
} from '@parada/db/queries/supplier-orders'
import type { FastifyBaseLogger } from 'fastify'
import { giveUp } from './order-outcome.ts'
import { sender } from './send.ts'
import type { Reach } from './supplier-for.ts'

const sweepEvery = 1_000
const tidyEvery = 3_600_000
const most = 20
/** So many messages for one fleet are under way at once: with time-outs of 5 s none waits longer than it is hidden. */
const perFleet = 4

const queueOf = ({ tenantId, payload }: DueMessage) => `${tenantId}:${payload.idFleet}`

type Queue = { add: (due: DueMessage) => void; isFull: () => boolean; isEmpty: () => boolean }

/** A fleet's messages, a few at once, those of one order one after the other. */
const startQueue = (deliver: (due: DueMessage) => Promise<void>, onChange: () => void): Queue => {
  const waiting: DueMessage[] = []
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
 * Sends the orders that are due, each fleet in a queue of its own, and looks after those that nobody answers. Several
 * servers may do so at once.
 */
export const startDispatcher = (database: Database, reach: Reach, log: FastifyBaseLogger) => {
  const send = sender(database, reach)
  const queues = new Map<string, Queue>()
  const underWay = new Set<Promise<void>>()
  /** Queues that were passed over, and are asked for again when they have room. */
  const fullBefore = new Set<string>()
  let taking: Promise<void> | undefined
  let isWanted = false
  let isStopped = false

  const attempt = async (due: DueMessage) => {
    const { id, attempts, payload } = due
    const outcome = await send(due)
    if (outcome === 'done') return markDone(database.db, id)
    log.info({ order: payload.idOrder, fleet: payload.idFleet, attempts, reason: outcome.reason }, 'An order waits')
    return markFailed(database.db, id, outcome.reason, outcome.again)
  }

  const deliver = async (due: DueMessage) => {
    if (isStopped) return
    const ended: Promise<void> = attempt(due)
      .then(() => {})
      // Not marked, it is taken again after its minute.
      .catch((err) => log.warn({ err, order: due.payload.idOrder }, 'An order could not be handled; it is tried again'))
      .finally(() => underWay.delete(ended))
    underWay.add(ended)
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
      const full = [...queues].filter(([, queue]) => queue.isFull()).map(([name]) => name)
      for (const name of full) fullBefore.add(name)
      const due = await takeMessages(database.db, most, full)
      for (const one of due) queueFor(queueOf(one)).add(one)
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

  const listening = listen(database.appUrl, {
    channels: ['parada_leaving'],
    hear: (_, kind) => kind === 'order' && wake(),
    onConnect: wake,
    log: (line) => log.warn(line),
  })
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
      await listening.close()
      await Promise.all([taking, sweeping])
      await Promise.all(underWay)
    },
  }
}

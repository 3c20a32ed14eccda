import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type SupplierReport, suppliers } from '@parada/contract/calls/suppliers'
import { envelopeOf } from './client.ts'
import { sign } from './signature.ts'
import type { Link } from './simulator-config.ts'

type About = Exclude<SupplierReport, { type: 'unavailable' }>
/** What a ride tells; its id and its order are added on the way out. */
export type RideReport = About extends infer One
  ? One extends About
    ? Omit<One, 'id' | 'idOrder' | 'at'>
    : never
  : never

/** The house has given the order to somebody else, or has ended it. */
export class Gone extends Error {}

const answerWithin = 10_000
const mostAttempts = 8
const waitAfter = (attempt: number) => Math.min(15_000, 500 * 2 ** attempt)
const isPassing = (status: number) => status === 429 || status >= 500

/** The signed line from a fleet to the house. */
export const lineOf = (api: string, { subdomain, idFleet, secret }: Link) => {
  const send = async (method: 'GET' | 'POST', name: string, body: string) => {
    const path = `/suppliers/${subdomain}/${name}`
    const answer = await fetch(api + path, {
      method,
      headers: {
        ...sign(idFleet, secret, { method, path, body }, Date.now()),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body }),
      signal: AbortSignal.timeout(answerWithin),
    })
    return { status: answer.status, ...(await envelopeOf(answer)) }
  }

  /** A position that is lost is followed by the next; every other report is told until somebody has heard it. */
  const report = async (idOrder: string, told: RideReport, signal?: AbortSignal) => {
    const body = JSON.stringify({ ...told, id: randomUUID(), idOrder, at: Date.now() })
    const attempts = told.type === 'position' ? 1 : mostAttempts
    for (let attempt = 1; attempt <= attempts; attempt++) {
      const answered = await send('POST', 'reports', body).catch(() => undefined)
      if (answered?.status === 200) return
      if (answered && !isPassing(answered.status)) {
        const why = `${told.type} answered ${answered.status}: ${answered.meta.errorMessage ?? ''}`
        throw answered.status === 404 || answered.status === 409 ? new Gone(why) : new Error(why)
      }
      if (attempt < attempts) await wait(waitAfter(attempt), undefined, signal && { signal })
    }
    if (told.type !== 'position') throw new Error(`${told.type} was not heard`)
  }

  /** What the house believes this fleet to be driving. */
  const openOrders = async () => {
    for (let attempt = 1; ; attempt++) {
      const { status, meta, response } = await send('GET', 'orders', '')
      if (status === 200) return suppliers.orders.response.parse(response).orders
      if (!isPassing(status) || attempt === mostAttempts)
        throw new Error(`The orders of fleet ${idFleet} were not answered: ${meta.errorMessage}`)
      await wait(waitAfter(attempt))
    }
  }

  return { report, openOrders }
}
export type Line = ReturnType<typeof lineOf>

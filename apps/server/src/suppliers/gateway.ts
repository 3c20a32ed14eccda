import { Availability, Received } from '@parada/contract/calls/suppliers'
import type { Secret } from '@parada/db/secret-keys'
import type { z } from 'zod'
import { type Supplier, SupplierRefusal } from './port.ts'
import { sha256, sign } from './signature.ts'

const answerWithin = 5_000
const availabilityWithin = 1_000
const longestAnswer = 65_536

type GatewayOptions = {
  url: string
  subdomain: string
  idFleet: number
  secret: Secret
  now: () => Date
}

type Message = { method: 'GET' | 'POST' | 'PUT'; path: string; body?: object }

/** Statuses that would be the same on every retry: the request itself is refused. */
const isFinal = (status: number) => status >= 400 && status < 500 && ![408, 425, 429].includes(status)

const textOf = async (answer: Response) => {
  const decoder = new TextDecoder()
  let text = ''
  for await (const part of answer.body ?? []) {
    text += decoder.decode(part, { stream: true })
    if (text.length > longestAnswer) throw new Error('The answer is too long')
  }
  return text
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const addressOf = (url: string, path: string) => {
  const base = new URL(url)
  return new URL(base.pathname.replace(/\/$/, '') + path, base)
}

/**
 * A fleet's own system over HTTP: every message is signed, every answer validated, and none may take longer than 5 s.
 */
export const gateway = ({ url, subdomain, idFleet, secret, now }: GatewayOptions): Supplier => {
  const send = async <Answer extends z.ZodType>(schema: Answer, { method, path, body }: Message, within: number) => {
    const address = addressOf(url, path)
    const text = body ? JSON.stringify(body) : ''
    const content = { method, path: address.pathname + address.search, bodySha256: sha256(text) }
    const answer = await fetch(address, {
      method,
      headers: {
        ...sign({ subdomain, idFleet, secret: secret.reveal() }, content, now()),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: text }),
      redirect: 'error',
      signal: AbortSignal.timeout(within),
    })
    // The same signal cuts off an answer that trickles in forever.
    const answered = await textOf(answer)
    if (isFinal(answer.status)) throw new SupplierRefusal(`The fleet answered ${answer.status}`)
    if (!answer.ok) throw new Error(`The fleet answered ${answer.status}`)
    const read = schema.safeParse(parsed(answered))
    if (!read.success) throw new Error(`The fleet answered ${answer.status} with something else than agreed`)
    return read.data
  }
  const tell = async (message: Message) => {
    await send(Received, message, answerWithin)
  }

  return {
    order: (order) => tell({ method: 'POST', path: '/orders', body: order }),
    amend: (order) => tell({ method: 'PUT', path: `/orders/${order.id}`, body: order }),
    withdraw: ({ idOrder, idBooking, reason }) =>
      tell({ method: 'POST', path: `/orders/${idOrder}/withdraw`, body: { id: idOrder, idBooking, idFleet, reason } }),
    note: (idOrder, note) =>
      tell({ method: 'POST', path: `/orders/${idOrder}/notes`, body: { ...note, idOrder, idFleet } }),
    availability: ({ lat, lon }) => {
      const query = new URLSearchParams({ idFleet: String(idFleet), lat: String(lat), lon: String(lon) })
      return send(Availability, { method: 'GET', path: `/availability?${query}` }, availabilityWithin)
    },
  }
}

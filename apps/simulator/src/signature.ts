import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { clockSkewSeconds, signatureHeaders, signedText } from '@parada/contract/calls/suppliers'

type Content = { method: string; path: string; body: string }

const signatureOf = (secret: string, timestamp: number, { method, path, body }: Content) => {
  const bodySha256 = createHash('sha256').update(body).digest('hex')
  return createHmac('sha256', secret).update(signedText({ method, path, timestamp, bodySha256 })).digest('hex')
}

export type Signer = { kind: 'fleet' | 'supplier' | 'insurer'; id: number; secret: string }

/** The headers that sign a supplier's message to Parada (docs/suppliers.md). */
export const sign = ({ kind, id, secret }: Signer, content: Content, now: number): Record<string, string> => {
  const timestamp = Math.floor(now / 1_000)
  return {
    [signatureHeaders[kind]]: String(id),
    [signatureHeaders.timestamp]: String(timestamp),
    [signatureHeaders.signature]: signatureOf(secret, timestamp, content),
  }
}

type Headers = Record<string, string | string[] | undefined>

/** The tenant and fleet that a message claims to be for; nothing is verified yet. */
export const addressee = (headers: Headers) =>
  `${headers[signatureHeaders.tenant] ?? ''}:${headers[signatureHeaders.fleet] ?? ''}`

export const isSigned = (headers: Headers, secret: string, content: Content, now: number) => {
  const timestamp = Number(headers[signatureHeaders.timestamp])
  const given = Buffer.from(String(headers[signatureHeaders.signature] ?? ''))
  const right = Buffer.from(signatureOf(secret, timestamp, content))
  if (given.length !== right.length || !timingSafeEqual(given, right)) return false
  return Math.abs(now / 1_000 - timestamp) <= clockSkewSeconds
}

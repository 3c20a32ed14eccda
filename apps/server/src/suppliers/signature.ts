import { createHash, createHmac } from 'node:crypto'
import { clockSkewSeconds, signatureHeaders, signedText } from '@parada/contract/calls/suppliers'
import { isSameKey } from '@parada/db/keys'

export const sha256 = (body: string | Buffer) => createHash('sha256').update(body).digest('hex')

type Content = { method: string; path: string; bodySha256: string }

const signatureOf = (secret: string, timestamp: number, content: Content) =>
  createHmac('sha256', secret)
    .update(signedText({ ...content, timestamp }))
    .digest('hex')

const secondsOf = (now: Date) => Math.floor(now.getTime() / 1_000)

type Sender = { subdomain: string; secret: string } & (
  | { idFleet: number }
  | { idSupplier: number }
  | { idInsurer: number }
)

const whoSends = (sender: Sender) => {
  if ('idFleet' in sender) return ['fleet', sender.idFleet] as const
  return 'idSupplier' in sender ? (['supplier', sender.idSupplier] as const) : (['insurer', sender.idInsurer] as const)
}

/** The headers that prove who sent these bytes, and when. */
export const sign = (sender: Sender, content: Content, now: Date): Record<string, string> => {
  const timestamp = secondsOf(now)
  const [kind, id] = whoSends(sender)
  return {
    [signatureHeaders.tenant]: sender.subdomain,
    [signatureHeaders[kind]]: String(id),
    [signatureHeaders.timestamp]: String(timestamp),
    [signatureHeaders.signature]: signatureOf(sender.secret, timestamp, content),
  }
}

type Headers = Record<string, string | string[] | undefined>

/** The sender that a message claims to be from; nothing is verified yet. */
export const claimedSender = (headers: Headers, kind: 'fleet' | 'supplier' | 'insurer') => {
  const given = headers[signatureHeaders[kind]]
  return typeof given === 'string' && /^\d{1,15}$/.test(given) ? Number(given) : undefined
}

export type Proof = 'good' | 'wrongSignature' | 'wrongClock'

/** Checks the signature before the clock, so that only holders of the secret learn of a wrong clock. */
export const verify = (headers: Headers, secret: string, content: Content, now: Date): Proof => {
  const { [signatureHeaders.timestamp]: timestamp, [signatureHeaders.signature]: signature } = headers
  if (typeof timestamp !== 'string' || typeof signature !== 'string' || !/^\d{1,12}$/.test(timestamp))
    return 'wrongSignature'
  if (!isSameKey(signature, signatureOf(secret, Number(timestamp), content))) return 'wrongSignature'
  return Math.abs(secondsOf(now) - Number(timestamp)) <= clockSkewSeconds ? 'good' : 'wrongClock'
}

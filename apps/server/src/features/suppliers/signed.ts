import type { Secret } from '@parada/db/secret-keys'
import { refuse } from '../../http/problem.ts'
import { verify } from '../../suppliers/signature.ts'

export type SignedMessage = {
  tenant: { id: number; subdomain: string }
  headers: Record<string, string | string[] | undefined>
  now: Date
}

type Content = { method: string; path: string; bodySha256: string }

/**
 * The sender whose secret signed the message. Without that proof the response reveals nothing, not even which senders
 * exist.
 */
export const checkSigned = <Sender>(
  sender: Sender | undefined,
  secret: Secret | null | undefined,
  { headers, now }: Pick<SignedMessage, 'headers' | 'now'>,
  content: Content,
): Sender => {
  const proof = secret ? verify(headers, secret.reveal(), content, now) : 'wrongSignature'
  if (proof === 'wrongClock') throw refuse.unauthenticated("The timestamp differs too much from the server's clock")
  if (!sender || proof !== 'good') throw refuse.unauthenticated('Wrong signature')
  return sender
}

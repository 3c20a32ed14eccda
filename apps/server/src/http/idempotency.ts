import { createHash } from 'node:crypto'
import type { Tx } from '@parada/db/open'
import { claimKey, keepAnswer } from '@parada/db/queries/idempotency'
import type { FastifyRequest } from 'fastify'
import { Problem, refuse } from './problem.ts'

const header = 'Idempotency-Key'

const keyOf = ({ headers }: FastifyRequest) => {
  const key = headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key))
    throw refuse.field(header, `${header}: must have 1 to 200 visible characters`)
  return key
}

const hashOf = ({ method, url, body }: FastifyRequest) =>
  createHash('sha256')
    .update(`${method} ${url}\n${JSON.stringify(body ?? null)}`)
    .digest()

/**
 * Starts to claim the key of a request before access is checked; if access is denied, the claim ends with the
 * transaction.
 */
export const claimFor = (tx: Tx, request: FastifyRequest, whose: { tenantId: number; tokenHash: Buffer }) => {
  const claiming = async () => {
    const key = keyOf(request)
    if (key === undefined) return undefined
    return { key, requestHash: hashOf(request), earlier: await claimKey(tx, { ...whose, key }) }
  }
  const claimed = claiming()
  claimed.catch(() => {})
  return claimed
}

/**
 * Does the work once for each key of a user, and answers a repeat with the stored response; without a key it just does
 * the work.
 */
export const onceForKey = async <T>(
  tx: Tx,
  claimed: ReturnType<typeof claimFor>,
  user: { tenantId: number; userId: number },
  work: () => Promise<T>,
): Promise<T> => {
  const claim = await claimed
  if (claim === undefined) return work()
  const { earlier, ...once } = claim
  if (earlier && !earlier.requestHash.equals(once.requestHash))
    throw refuse.field(header, `${header}: has already been used for another request`)
  if (earlier) return earlier.answer as T
  const answer = await work()
  if (!(answer instanceof Problem)) keepAnswer(tx, { ...user, ...once }, answer)
  return answer
}

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
    throw refuse.field(header, `${header}: 1 to 200 visible characters`)
  return key
}

/** Does the work once for each key of a user, whoever and whatever repeats it; without a key it is simply done. */
export const onceForKey = async <T>(
  tx: Tx,
  request: FastifyRequest,
  { tenantId, userId }: { tenantId: number; userId: number },
  work: () => Promise<T>,
): Promise<T> => {
  const key = keyOf(request)
  if (key === undefined) return work()
  const asked = `${request.method} ${request.url}\n${JSON.stringify(request.body ?? null)}`
  const requestHash = createHash('sha256').update(asked).digest()
  const once = { tenantId, userId, key, requestHash }
  const earlier = await claimKey(tx, once)
  if (earlier && !earlier.requestHash.equals(requestHash))
    throw refuse.field(header, `${header}: was used for another request`)
  if (earlier) return earlier.answer as T
  const answer = await work()
  if (!(answer instanceof Problem)) keepAnswer(tx, once, answer)
  return answer
}

import type { Tx } from '@parada/db/open'
import { claimHold, type Hold } from '@parada/db/queries/holds'
import { constants } from '@parada/domain/constants'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { refuse } from './problem.ts'

const header = 'undo-key'

/** The hold of a request with an Undo-Key: what it sends out of Parada waits, and can be taken back. */
export const holdFor = async (
  tx: Tx,
  { headers }: FastifyRequest,
  { tenantId, userId, now, undoMs }: { tenantId: number; userId: number; now: Date; undoMs: number | undefined },
): Promise<Hold | undefined> => {
  const given = headers[header]
  if (given === undefined) return undefined
  const key = z.uuid().safeParse(given)
  if (!key.success) throw refuse.field(header, `${header}: must be a UUID`)
  const until = new Date(now.getTime() + (undoMs ?? constants.undoMs))
  const hold = await claimHold(tx, { tenantId, idUser: userId, key: key.data.toLowerCase(), at: now, until })
  if (!hold) throw refuse.field(header, `${header}: has already been used`)
  return hold
}

import { documentFields, type documents } from '@parada/contract/calls/documents'
import { text } from '@parada/contract/list'
import { recordsOf } from '@parada/db/list/records'
import { mayUseId } from '@parada/domain/access/values'
import type { SignedInContext } from '../../http/context.ts'
import { refuse } from '../../http/problem.ts'

/** Documents as stored: the fields of the contract and who decided. */
export const documentRecords = recordsOf({ ...documentFields, decidedBy: text }, { table: 'identity_document' })
export type StoredDocument = NonNullable<Awaited<ReturnType<typeof documentRecords.read>>>

export const wireDocument = ({ decidedBy: _, ...document }: StoredDocument) => document

type Context = Pick<SignedInContext<typeof documents.read>, 'tx' | 'tenant' | 'user'>
type Right = 'viewDocumentsByWhiteLabel' | 'editDocumentsByWhiteLabel'

/**
 * A document of a white label that the user may not see is treated as missing; one that they may see but not edit is
 * refused.
 */
export const documentFor = async (
  { tx, tenant, user }: Context,
  id: number,
  right: Right,
  options?: { lock: boolean },
) => {
  const found = await documentRecords.read(tx, tenant.id, id, options)
  const may = (key: Right) => mayUseId(user.grants, key, found?.idWhiteLabel)
  if (found && may(right)) return found
  throw found && may('viewDocumentsByWhiteLabel') ? refuse.forbidden() : refuse.notFound()
}

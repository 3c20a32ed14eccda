import type { Call } from '@parada/contract/kit'
import { lockAuthorization, readAuthorization } from '@parada/db/queries/authorizations'
import type { Grants } from '@parada/domain/access/permissions'
import type { Ids, OnProblem } from '@parada/domain/access/values'
import { isAmong } from '@parada/domain/authorization/access'
import type { SignedInContext } from '../../http/context.ts'
import { refuse } from '../../http/problem.ts'
import { logUnreadable } from '../../http/signed-in.ts'

export type Context = Pick<SignedInContext<Call>, 'tx' | 'tenant' | 'user' | 'now' | 'log'>

/** Payment accounts that an access rule grants this user. */
export const accountsOf = (context: Context, rule: (grants: Grants, onProblem: OnProblem) => Ids) =>
  rule(context.user.grants, logUnreadable(context))

type Rule = Parameters<typeof accountsOf>[1]

/** The authorization of an API call. One whose payment account the rule does not grant is treated as missing. */
export const authorizationFor = async (context: Context, id: number, rule: Rule, { lock = false } = {}) => {
  const read = lock ? lockAuthorization : readAuthorization
  const found = await read(context.tx, context.tenant.id, id)
  if (!found || !isAmong(accountsOf(context, rule), found.idPaymentAccount)) throw refuse.notFound()
  return found
}

import type { AuthorizationFields } from '@parada/contract/calls/authorizations'
import { authorizationForm, isLinkedIn, linkedUser } from '@parada/db/queries/authorizations'
import { frontConfig } from '@parada/db/queries/tenants'
import { accountsSeen } from '@parada/domain/authorization/access'
import { parseFormConfig } from '@parada/domain/authorization/form'
import { keptOf } from '@parada/domain/authorization/kept'
import { refuse } from '../../http/problem.ts'
import { accountsOf, type Context } from './access.ts'

/**
 * Users limited to some accounts may link only people of those accounts, because a link reveals a name and an e-mail
 * address.
 */
const mayLink = async (context: Context, idUser: number) => {
  const { tx, tenant } = context
  const accounts = accountsOf(context, accountsSeen)
  if (accounts !== 'all' && !(await isLinkedIn(tx, tenant.id, idUser, accounts))) return false
  return (await linkedUser(tx, tenant.id, idUser)) !== null
}

/** Checks a submitted authorization against the form of its payment account, and gives the values to store. */
export const checkAuthorization = async (
  context: Context,
  sent: AuthorizationFields,
  { isNew }: { isNew: boolean },
) => {
  const { tx, tenant, log } = context
  const form = await authorizationForm(tx, tenant.id, sent.idPaymentAccount)
  if (!form) throw refuse.field('idPaymentAccount', `idPaymentAccount: account ${sent.idPaymentAccount} doesn't exist`)
  const config = parseFormConfig(form.config, (problem) =>
    log.warn({ problem, idPaymentAccount: sent.idPaymentAccount }, 'An authorization form is broken'),
  )
  const { timeZone } = await frontConfig(tx)
  const outcome = keptOf({ config, travelGroups: form.travelGroupList }, sent, { isNew, timeZone })
  if ('problems' in outcome) {
    const [{ problem, field }] = outcome.problems
    throw refuse.rule(problem, field)
  }
  const { idUser } = outcome.kept
  if (idUser !== null && !(await mayLink(context, idUser)))
    throw refuse.field('idUser', `idUser: user ${idUser} doesn't exist`)
  return outcome.kept
}

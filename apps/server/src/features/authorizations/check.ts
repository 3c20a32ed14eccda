import type { AuthorizationFields } from '@parada/contract/calls/authorizations'
import { authorizationForm, linkedUser } from '@parada/db/queries/authorizations'
import { frontConfig } from '@parada/db/queries/tenants'
import { parseFormConfig } from '@parada/domain/authorization/form'
import { keptOf } from '@parada/domain/authorization/kept'
import { refuse } from '../../http/problem.ts'
import type { Context } from './access.ts'

/** What is kept of an authorization that was filled in, if the form of its payment account is content. */
export const checked = async (context: Context, sent: AuthorizationFields, { isNew }: { isNew: boolean }) => {
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
  if (idUser !== null && !(await linkedUser(tx, tenant.id, idUser)))
    throw refuse.field('idUser', `idUser: user ${idUser} doesn't exist`)
  return outcome.kept
}

import type { authorizationSheets } from '@parada/contract/calls/authorization-sheets'
import type { BodyOf } from '@parada/contract/kit'
import { lockAuthorizations } from '@parada/db/queries/authorization-sheets'
import { changeAuthorization } from '@parada/db/queries/authorizations'
import { accountsToEdit, isAmong } from '@parada/domain/authorization/access'
import type { AuthorizationRecord } from '@parada/domain/authorization/fields'
import type { deactivated } from '@parada/domain/authorization/many'
import { problemText } from '@parada/domain/problem/texts'
import { authorOf } from '../../booking/access.ts'
import { accountsOf, type Context } from './access.ts'

type Choice = BodyOf<typeof authorizationSheets.deactivate>['authorizations']
type Outcome = ReturnType<typeof deactivated>

/** Does the same to each of those that were chosen, as they were seen; whoever it does not fit stays, with the reason. */
export const changeEach = async (
  context: Context,
  chosen: Choice,
  outcomeOf: (record: AuthorizationRecord) => Outcome,
) => {
  const { tx, tenant, user, now } = context
  const seen = new Map(chosen.map(({ id, version }) => [id, version]))
  const found = await lockAuthorizations(tx, tenant.id, [...seen.keys()])
  const byId = new Map(found.map((record) => [record.id, record]))
  const allowed = accountsOf(context, accountsToEdit)
  const results: { id: number; problem?: string; errorMessage?: string }[] = []
  for (const [id, version] of seen) {
    const record = byId.get(id)
    // One that is not there is as good as one that the user may not edit.
    const outcome: Outcome =
      !record || !isAmong(allowed, record.idPaymentAccount)
        ? { problem: 'problems.authorizationNotFound' }
        : record.version !== version
          ? { problem: 'problems.authorizationChanged' }
          : outcomeOf(record)
    if ('problem' in outcome) {
      results.push({ id, problem: outcome.problem, errorMessage: problemText(outcome.problem) })
      continue
    }
    if (record) await changeAuthorization(tx, { tenantId: tenant.id, by: authorOf(user), now }, record, outcome.change)
    results.push({ id })
  }
  return { results }
}

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

/**
 * Applies the same change to each chosen authorization at the version the user saw. One that the change does not fit is
 * left as it is and reported with the reason.
 */
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
    // Missing and not editable are treated alike, so ids cannot be probed.
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

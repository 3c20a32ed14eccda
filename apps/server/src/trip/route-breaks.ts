import { authorizationForm } from '@parada/db/queries/authorizations'
import type { Work } from '@parada/db/queries/booking-changes'
import { type BreakConfig, breakConfigs } from '@parada/db/queries/booking-references'
import { parseFormConfig } from '@parada/domain/authorization/form'
import { type AskedBreaks, areBreaksFilled, keptBreaks, type RouteBreaks } from '@parada/domain/route/breaks'
import { statusWithBreaks } from '@parada/domain/route/status'
import type { RouteRecord } from '@parada/domain/trip/records'

type Whose = Pick<RouteRecord, 'idPaymentAccount' | 'idAuthorization'>

/** The account fields that a route has to fill in; the authorization's form only if it has an authorization. */
export const breaksAskedOf = async (
  { tx, tenant }: Pick<Work, 'tx' | 'tenant'>,
  { idPaymentAccount, idAuthorization }: Whose,
) => {
  const configs = await breakConfigs(tx, tenant.id, idPaymentAccount)
  const hasForm = idPaymentAccount !== null && idAuthorization !== null
  const { config = '{}' } = (hasForm && (await authorizationForm(tx, tenant.id, idPaymentAccount))) || {}
  return { configs, config, form: parseFormConfig(config) }
}

/** The account fields to store, and the route's status with them. */
export const withBreaks = (asked: AskedBreaks<BreakConfig>, values: RouteBreaks, distanceType: number) => ({
  ...keptBreaks(asked, values),
  status: statusWithBreaks(distanceType, areBreaksFilled(asked, values)),
})

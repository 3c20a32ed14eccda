import type { Grants } from '../access/permissions.ts'
import { mayUsePaymentAccount, type OnProblem, paymentAccountsAllowed } from '../access/values.ts'

/** The payment accounts whose routes a user may see. */
export const accountsOfRoutes = (grants: Grants, onProblem: OnProblem) =>
  paymentAccountsAllowed(grants, 'viewRouteTrackingByPA', onProblem)

export const maySeeRoute = (
  grants: Grants,
  { idPaymentAccount }: { idPaymentAccount: number | null },
  onProblem: OnProblem,
) => mayUsePaymentAccount(grants, 'viewRouteTrackingByPA', idPaymentAccount, onProblem)

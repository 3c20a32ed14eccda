import type { FrontConfig } from '@parada/contract/calls/whitelabels'

const spartan = 2

type Fleet = { protocolDispatch: number } | undefined

/** Where Spartan shows the booking: for its fleets, on tenants that have it (O2-46). */
export const spartanLink = (
  { idSupplierService }: { idSupplierService?: string | null },
  fleet: Fleet,
  config: Pick<FrontConfig, 'hasSpartan' | 'spartanURL'> | undefined,
) => {
  if (fleet?.protocolDispatch !== spartan || !config?.hasSpartan || !config.spartanURL) return undefined
  // A tenant's setting must not be able to run a script in the operator's page.
  return /^https?:\/\//i.test(config.spartanURL)
    ? config.spartanURL + encodeURIComponent(idSupplierService ?? '')
    : undefined
}

import type { FrontConfig } from '@parada/contract/calls/whitelabels'

const spartan = 2

type Fleet = { protocolDispatch: number } | undefined

type Config = Pick<FrontConfig, 'hasSpartan' | 'spartanURL'> | undefined

/**
 * The tenant's Spartan address, for fleets that use Spartan. It must be http(s), so that a setting cannot run a script
 * in the operator's page.
 */
const spartanOf = (fleet: Fleet, config: Config) =>
  fleet?.protocolDispatch === spartan && config?.hasSpartan && /^https?:\/\//i.test(config.spartanURL ?? '')
    ? config.spartanURL
    : undefined

/** The booking's page in Spartan (O2-46). */
export const spartanLink = (
  { idSupplierService }: { idSupplierService?: string | null },
  fleet: Fleet,
  config: Config,
) => {
  const address = spartanOf(fleet, config)
  return address && address + encodeURIComponent(idSupplierService ?? '')
}

/** The page of the taxi's licence in Spartan, once the taxi is known. */
export const licenceLink = ({ idSupplierTaxi }: { idSupplierTaxi?: number | null }, fleet: Fleet, config: Config) => {
  const address = idSupplierTaxi && spartanOf(fleet, config)
  return address ? `${address.replace(/\/$/, '')}/licences/${idSupplierTaxi}` : undefined
}

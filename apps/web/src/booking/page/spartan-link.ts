import type { FrontConfig } from '@parada/contract/calls/whitelabels'

const spartan = 2

type Fleet = { protocolDispatch: number } | undefined

type Config = Pick<FrontConfig, 'hasSpartan' | 'spartanURL'> | undefined

/** The tenant's Spartan, for its fleets. A setting must not be able to run a script in the operator's page. */
const spartanOf = (fleet: Fleet, config: Config) =>
  fleet?.protocolDispatch === spartan && config?.hasSpartan && /^https?:\/\//i.test(config.spartanURL ?? '')
    ? config.spartanURL
    : undefined

/** Where Spartan shows the booking (O2-46). */
export const spartanLink = (
  { idSupplierService }: { idSupplierService?: string | null },
  fleet: Fleet,
  config: Config,
) => {
  const address = spartanOf(fleet, config)
  return address && address + encodeURIComponent(idSupplierService ?? '')
}

/** Where Spartan shows the licence of the taxi, once it is known which one comes. */
export const licenceLink = ({ idSupplierTaxi }: { idSupplierTaxi?: number | null }, fleet: Fleet, config: Config) => {
  const address = idSupplierTaxi && spartanOf(fleet, config)
  return address ? `${address.replace(/\/$/, '')}/licences/${idSupplierTaxi}` : undefined
}

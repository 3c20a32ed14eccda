import type { Tx } from '@parada/db/open'
import { putDelivery } from '@parada/db/queries/deliveries'
import { type DispatchFleet, simulatorAddress } from '@parada/db/queries/supplier-links'
import { tenantSettings } from '@parada/db/queries/tenants'
import { tenantLocale } from '../words/tenant-locale.ts'
import { type EmailOptions, email } from './email.ts'
import { gateway } from './gateway.ts'
import { protocolKind, type Supplier } from './port.ts'

export type Reach = { config: { simulatorUrl?: string | undefined }; now: () => Date }

const nothing = async () => {}

/** A fleet that is rung by hand: nothing is sent, and availability is unknown. */
const manual: Supplier = {
  order: nothing,
  amend: nothing,
  withdraw: nothing,
  note: nothing,
  availability: async () => undefined,
}

type Tenant = { id: number; subdomain: string }

/** The URL of a fleet's system; undefined for a simulator that this installation does not run. */
const urlOf = (url: string, { simulatorUrl }: Reach['config']) => (url === simulatorAddress ? simulatorUrl : url)

/** The connection to a fleet over the network; undefined if none is configured. */
export const remoteSupplier = (
  { config, now }: Reach,
  { subdomain }: Tenant,
  { id, protocolDispatch, link }: DispatchFleet,
): Supplier | undefined => {
  if (protocolKind(protocolDispatch) !== 'gateway') return manual
  const url = link && urlOf(link.url, config)
  return url ? gateway({ url, subdomain, idFleet: id, secret: link.secret, now }) : undefined
}

/**
 * The connection to a fleet that works by mail, in the tenant's language. Each mail is written by the transaction and
 * shown on its booking.
 */
export const mailedSupplier = async (tx: Tx, tenant: Tenant, fleet: DispatchFleet, idBooking: number) => {
  const [{ name }, locale] = await Promise.all([tenantSettings(tx), tenantLocale(tx)])
  const about = { idBooking, template: 'supplierOrder', locale, who: '' } as const
  const put: EmailOptions['put'] = (mail) => putDelivery(tx, tenant.id, 'mail', mail, about)
  return email({ to: fleet.email, tenant: name, locale, put })
}

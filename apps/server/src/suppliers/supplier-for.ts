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

/** A fleet that a person rings: nothing leaves the house, and nobody can be asked. */
const manual: Supplier = {
  order: nothing,
  amend: nothing,
  withdraw: nothing,
  note: nothing,
  availability: async () => undefined,
}

type Tenant = { id: number; subdomain: string }

/** The address of a fleet's system; none for a simulator that this installation does not run. */
const urlOf = (url: string, { simulatorUrl }: Reach['config']) => (url === simulatorAddress ? simulatorUrl : url)

/** The way to a fleet over the wire; undefined where none is configured. */
export const remoteSupplier = (
  { config, now }: Reach,
  { subdomain }: Tenant,
  { id, protocolDispatch, link }: DispatchFleet,
): Supplier | undefined => {
  if (protocolKind(protocolDispatch) !== 'gateway') return manual
  const url = link && urlOf(link.url, config)
  return url ? gateway({ url, subdomain, idFleet: id, secret: link.secret, now }) : undefined
}

/** The way to a fleet that reads its mail, in the tenant's language: each is written by the transaction, and shown on its booking. */
export const mailedSupplier = async (tx: Tx, tenant: Tenant, fleet: DispatchFleet, idBooking: number) => {
  const [{ name }, locale] = await Promise.all([tenantSettings(tx), tenantLocale(tx)])
  const about = { idBooking, template: 'supplierOrder', locale, who: '' } as const
  const put: EmailOptions['put'] = (mail) => putDelivery(tx, tenant.id, 'mail', mail, about)
  return email({ to: fleet.email, tenant: name, locale, put })
}

import type { Tx } from '@parada/db/open'
import { tenantSettings } from '@parada/db/queries/tenants'
import { type Locale, localeOf } from './words.ts'

/** The language that the tenant writes in, to its fleets and to people who have named none. */
export const tenantLocale = async (tx: Tx): Promise<Locale> => {
  const { language } = await tenantSettings(tx)
  return localeOf(typeof language === 'string' ? language : undefined)
}

import type { Tx } from '@parada/db/open'
import { tenantSettings } from '@parada/db/queries/tenants'
import { type Locale, localeOf } from './words.ts'

/** The language the tenant writes in, to its fleets and to people who have not chosen one. */
export const tenantLocale = async (tx: Tx): Promise<Locale> => {
  const { language } = await tenantSettings(tx)
  return localeOf(typeof language === 'string' ? language : undefined)
}

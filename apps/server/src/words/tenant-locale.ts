import type { Tx } from '@parada/db/open'
import { tenantSettings } from '@parada/db/queries/tenants'
import { type Locale, localeOf } from './words.ts'

/** The language the tenant writes in, to its fleets and to people who have not chosen one. */
export const tenantLocale = async (tx: Tx): Promise<Locale> => localeOf((await tenantSettings(tx)).language)

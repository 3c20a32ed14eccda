import type { whitelabels } from '@parada/contract/calls/whitelabels'
import { frontConfig } from '@parada/db/queries/tenants'
import type { Handlers } from '../../http/context.ts'

export const whitelabelHandlers: Handlers<typeof whitelabels> = {
  frontConfig: async ({ tx }) => frontConfig(tx),
}

import type { Database } from '@parada/db/open'
import { allFormConfigs } from '@parada/db/queries/admin-tenants'
import { configProblems } from '@parada/domain/authorization/form'
import type { FastifyBaseLogger } from 'fastify'

/** Warns of stored account forms that check less than they should because part of their config cannot be used. */
export const tellBrokenForms = async (
  { ownerUrl }: Database,
  logger: FastifyBaseLogger,
  say: (line: string) => void,
) => {
  for (const { subdomain, idPaymentAccount, config } of await allFormConfigs(ownerUrl))
    for (const { reason } of configProblems(config)) {
      logger.warn({ subdomain, idPaymentAccount, reason }, 'An authorization form is broken')
      say(`The form of account ${idPaymentAccount} of ${subdomain} is only partly checked: ${reason}`)
    }
}

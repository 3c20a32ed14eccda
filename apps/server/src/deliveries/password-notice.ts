import type { Tx } from '@parada/db/open'
import { putInOutbox } from '@parada/db/queries/outbox'
import { frontConfig } from '@parada/db/queries/tenants'
import { newPasswordMail } from './mail-texts.ts'

type Owner = { first_name: string; user_email: string | null }

/** Tells the owner that the password was changed, in case somebody else did it. */
export const tellOfNewPassword = async (tx: Tx, tenantId: number, owner: Owner, language: string) => {
  if (!owner.user_email) return
  const { name } = await frontConfig(tx)
  const mail = newPasswordMail(language.startsWith('es') ? 'es' : 'en', { tenant: name, name: owner.first_name })
  await putInOutbox(tx, tenantId, 'mail', { to: owner.user_email, ...mail })
}

import { hashOfKey, newKey } from '@parada/db/keys'
import type { Database } from '@parada/db/open'
import { putInOutbox } from '@parada/db/queries/outbox'
import { createPasswordReset } from '@parada/db/queries/password-resets'
import { findUserByIdentifier } from '@parada/db/queries/sign-in'
import { frontConfig } from '@parada/db/queries/tenants'
import { resetMail } from './mail-texts.ts'
import type { Send } from './outbox-worker.ts'

const validFor = 3_600_000

/**
 * Mails a reset link if the address belongs to an active user. The request was answered long before, in the same way
 * for known and unknown addresses.
 */
export const passwordLinks =
  (database: Database, clock: () => Date): Send<'passwordLink'> =>
  (_, { email, base, language }, { tenantId }) =>
    database.inTenant(tenantId, async (tx) => {
      const user = await findUserByIdentifier(tx, email)
      if (!user?.user_email || user.status !== 1) return
      const token = newKey()
      await createPasswordReset(tx, tenantId, user.id, hashOfKey(token), new Date(clock().getTime() + validFor))
      const { name } = await frontConfig(tx)
      const link = `${base}/pages/forgot?reset=${token}`
      await putInOutbox(tx, tenantId, 'mail', {
        to: user.user_email,
        ...resetMail(language, { tenant: name, name: user.first_name, link }),
      })
    })

import { randomUUID } from 'node:crypto'
import { hashOfKey } from '@parada/db/keys'
import { createUser, grantPermissions } from '@parada/db/queries/admin-users'
import { createSession } from '@parada/db/queries/sessions'
import type { PermissionKey } from '@parada/domain/access/permissions'
import { required } from '@parada/domain/objects'
import type { Page } from '@playwright/test'
import { openWithToken } from './desk.ts'
import { withDatabase } from './installation.ts'

export type Held = Partial<Record<PermissionKey, string>>

/** Signs in somebody new of the demo tenant who holds these permissions and no others. */
export const signInHolding = async (page: Page, held: Held, path = '/dashboard') => {
  const token = randomUUID()
  await withDatabase(({ inTenant }) =>
    inTenant(1, async (tx) => {
      const email = `${token}@demo.example`
      const person = { firstName: 'Nuria', lastName: 'Vidal', email, prefix: undefined, mobile: undefined }
      const id = required(await createUser(tx, 1, { ...person, passwordHash: 'nobody signs in with it' }))
      const entries = Object.entries(held).map(([key1, value]) => ({ key1, value }))
      await grantPermissions(tx, 1, id, entries)
      await createSession(tx, 1, id, hashOfKey(token), new Date())
    }),
  )
  await openWithToken(page, token, 'demo', path)
}

import { randomUUID } from 'node:crypto'
import { hashOfKey } from '@parada/db/keys'
import type { Tx } from '@parada/db/open'
import { createUser, grantPermissions } from '@parada/db/queries/admin-users'
import { createSession } from '@parada/db/queries/sessions'
import type { PermissionKey } from '@parada/domain/access/permissions'
import { required } from '@parada/domain/objects'
import type { BrowserContext } from '@playwright/test'
import { openWithToken, withoutMap } from './desk.ts'

export type Permissions = Partial<Record<PermissionKey, string>>

/** Creates a user of the demo tenant with exactly these permissions, and returns a token. */
export const signInHolding = async (tx: Tx, held: Permissions) => {
  const token = randomUUID()
  const person = { firstName: 'Nuria', lastName: 'Vidal', email: `${token}@demo.example` }
  const rest = { prefix: undefined, mobile: undefined, passwordHash: 'nobody signs in with it' }
  const id = required(await createUser(tx, 1, { ...person, ...rest }))
  const entries = Object.entries(held).map(([key1, value]) => ({ key1, value }))
  await grantPermissions(tx, 1, id, entries)
  await createSession(tx, 1, id, hashOfKey(token), new Date())
  return token
}

/** Opens a desk with this token. */
export const openDeskOf = async (context: BrowserContext, token: string, path: string) => {
  const page = await context.newPage()
  await withoutMap(page)
  await openWithToken(page, token, 'demo', path)
  return page
}

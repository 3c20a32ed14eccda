import type { Database } from '../open.ts'
import type { DemoUser } from '../seed/demo-users.ts'
import { installationValue } from './tenants.ts'

/** The demo's users, for the start-up text and the sign-in page; undefined in an installation without the demo. */
export const demoUsersOf = async ({ db }: Database) => {
  const demo = await installationValue<{ users: DemoUser[] }>(db, 'demo')
  return demo?.users.map(({ subdomain, kind, firstName, lastName, email, prefix, mobile, password }) => ({
    subdomain,
    label: kind,
    name: `${firstName} ${lastName}`,
    identifier: email ?? `${prefix};${mobile}`,
    password,
  }))
}
export type OfferedUser = NonNullable<Awaited<ReturnType<typeof demoUsersOf>>>[number]

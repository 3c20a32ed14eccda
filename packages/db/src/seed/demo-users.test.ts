import { permissionKeys } from '@parada/domain/access/permissions'
import { describe, expect, it } from 'vitest'
import { demoUsers, userKinds } from './demo-users.ts'
import { permissionsOfKind } from './permissions.ts'

const scope = { fleets: [1, 2, 3, 4, 5], paymentAccounts: [11, 12, 13, 14], pois: [21, 22], tenantId: 1 }
const keysOf = (kind: (typeof userKinds)[number]) => permissionsOfKind(kind, scope).map(({ key1 }) => key1)

describe('the demo users', () => {
  it.each(['demo', 'costa', 'norte'])('include every kind in %s', (subdomain) =>
    expect(demoUsers.filter((user) => user.subdomain === subdomain).map(({ kind }) => kind)).toEqual([...userKinds]),
  )

  it('sign in with an e-mail address of an example domain, or with a mobile number', () => {
    for (const { email, prefix, mobile } of demoUsers)
      expect(email ?? `${prefix};${mobile}`).toMatch(/^[a-z]+\.[a-z]+@(demo|costa|norte)\.example$|^34;600000\d{3}$/)
  })

  it('each have a sign-in of their own', () => {
    const names = demoUsers.map(({ email, mobile }) => email ?? mobile)
    expect(names).toEqual([...new Set(names)])
  })

  it.each(userKinds.filter((kind) => kind !== 'everything'))('have only known permissions as %s', (kind) =>
    expect(keysOf(kind).filter((key) => !(permissionKeys as readonly string[]).includes(key))).toEqual([]),
  )

  it('together have every permission without using the wildcard', () => {
    const held = new Set(userKinds.flatMap(keysOf))
    expect(permissionKeys.filter((key) => !held.has(key))).toEqual([])
  })

  it('have the wildcard alone as everything, and only taxiMap as newcomer', () => {
    expect(permissionsOfKind('everything', scope)).toEqual([{ key1: '*', value: 'true' }])
    expect(keysOf('newcomer')).toEqual(['taxiMap'])
  })
})

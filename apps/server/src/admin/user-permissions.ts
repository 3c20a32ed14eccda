import { grantPermissions, revokePermissions } from '@parada/db/queries/admin-users'
import { permissionsOf } from '@parada/db/queries/sign-in'
import { grantsOf, type PermissionEntry } from '@parada/domain/access/permissions'
import { commandLineEvent } from '../security/security-event.ts'
import { readArguments, readPairs } from './arguments.ts'
import { command } from './command.ts'
import type { ReadJson } from './files.ts'
import { checkKeys, checkPermissions, formatPermissions, readPermissionFile } from './permissions.ts'
import { WrongUse } from './refused.ts'
import { readPerson, withUser } from './users.ts'

type Change = { revoke: 'all' | string[]; grant: PermissionEntry[] }

/** The change to make: pairs to set, keys to remove, or a file that replaces everything. */
const readChange = ([verb, ...rest]: string[], readJson: ReadJson): Change | undefined => {
  if (verb === undefined) return undefined
  if (verb === 'set' && rest.length > 0) return { revoke: [], grant: checkPermissions(readPairs(rest)) }
  if (verb === 'remove' && rest.length > 0) return { revoke: checkKeys(rest), grant: [] }
  if (rest.length === 0 && verb !== 'set' && verb !== 'remove')
    return { revoke: 'all', grant: readPermissionFile(readJson(verb)) }
  throw new WrongUse('Write set key=value …, remove key …, or one file')
}

/** +key for permissions that were granted or changed, -key for those that were revoked. */
const changedKeys = (before: PermissionEntry[], after: PermissionEntry[]) => {
  const [had, has] = [grantsOf(before), grantsOf(after)]
  return [
    ...[...has].filter(([key, value]) => had.get(key) !== value).map(([key]) => `+${key}`),
    ...[...had.keys()].filter((key) => !has.has(key)).map((key) => `-${key}`),
  ]
}

/** Permissions are read for every request, so a change also affects users who are signed in. */
export const userPermissions = command('user permissions', {
  usage: '<subdomain> <e-mail or prefix;number> [set key=value … | remove key … | file.json]',
  about: 'prints the permissions, changes some, or replaces all by the file',
  read: (args, readJson) => {
    const { words } = readArguments(args, { words: 2, more: true })
    return { person: readPerson(words), change: readChange(words.slice(2), readJson) }
  },
  run: (database, { person, change }) =>
    withUser(database, person, async (tx, { id, tenantId, name }) => {
      const before = await permissionsOf(tx, id)
      if (change && change.revoke.length > 0) await revokePermissions(tx, id, change.revoke)
      if (change) await grantPermissions(tx, tenantId, id, change.grant)
      const after = await permissionsOf(tx, id)
      const changed = changedKeys(before, after)
      if (changed.length > 0) commandLineEvent(tx, { kind: 'permissionChange', detail: [name, ...changed].join(' ') })
      return formatPermissions(after)
    }),
})

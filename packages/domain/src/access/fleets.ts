import { type Grants, isGranted, type PermissionKey, permissionKeys } from './permissions.ts'
import { fleetsAllowed, type Ids, unionOf } from './values.ts'

/** The fleets that at least one of these permissions reaches. */
export const fleetsOfAny = (grants: Grants, keys: readonly PermissionKey[]): Ids =>
  unionOf(keys.map((key) => fleetsAllowed(grants, key)))

const fleetKeys = permissionKeys.filter((key) => key.endsWith('ByFleet'))

/** The fleets a user has anything to do with. */
export const allFleets = (grants: Grants): Ids =>
  isGranted(grants, 'dispatchServiceToAnyFleet') ? 'all' : fleetsOfAny(grants, fleetKeys)

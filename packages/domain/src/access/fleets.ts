import { type Grants, isGranted, type PermissionKey, permissionKeys } from './permissions.ts'
import { fleetsAllowed, type Ids, unionOf } from './values.ts'

/** The fleets that at least one of these permissions covers. */
export const fleetsOfAny = (grants: Grants, keys: readonly PermissionKey[]): Ids =>
  unionOf(keys.map((key) => fleetsAllowed(grants, key)))

const fleetKeys = permissionKeys.filter((key) => key.endsWith('ByFleet'))

/** The fleets that a user has any permission for. */
export const allFleets = (grants: Grants): Ids =>
  isGranted(grants, 'dispatchServiceToAnyFleet') ? 'all' : fleetsOfAny(grants, fleetKeys)

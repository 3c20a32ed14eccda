import { membersOf } from '../objects.ts'
import { squeezedTaxId } from '../spain/tax-id.ts'
import { type Grants, hasWildcard, ownValue, type PermissionKey } from './permissions.ts'
import { items, parsed } from './values.ts'

export type Lessee = { taxId: string; name: string }

const lessee = (entry: unknown): Lessee[] => {
  const [, taxId, name] = /^\s*([^/]+?)\s*\/\s*(.+?)\s*$/.exec(String(entry)) ?? []
  return taxId && name ? [{ taxId, name }] : []
}

/** Reads JSON with arrendatariosToManage, a bare JSON list or a comma-separated list. */
const lesseesIn = (value: string): Lessee[] => {
  const json = parsed(value)
  const listed = membersOf(json).arrendatariosToManage ?? json
  return (Array.isArray(listed) ? listed : items(value)).flatMap(lessee)
}

export type LesseePermission = Extract<PermissionKey, `${string}ByNifArrendatario`>

/**
 * The lessees that a permission names as 'taxId/name'. They are the choices of a form, so the wildcard cannot add any.
 */
export const lesseesNamed = (grants: Grants, key: LesseePermission = 'adminFleetVehicleByNifArrendatario') =>
  lesseesIn(ownValue(grants, key) ?? '')

/** The tax numbers of the lessees that a permission covers; the wildcard and 'all' cover every one. */
export const lesseesAllowed = (grants: Grants, key: LesseePermission): 'all' | ReadonlySet<string> =>
  hasWildcard(grants) || ownValue(grants, key) === 'all'
    ? 'all'
    : new Set(lesseesNamed(grants, key).map(({ taxId }) => squeezedTaxId(taxId)))

export const mayManageLessee = (grants: Grants, key: LesseePermission, taxId: string) => {
  const allowed = lesseesAllowed(grants, key)
  return allowed === 'all' || allowed.has(squeezedTaxId(taxId))
}

import type { Grants } from '../access/permissions.ts'
import { type Ids, idsAllowed, mayUseId } from '../access/values.ts'

/** The white labels whose users somebody sees. */
export const whiteLabelsSeen = (grants: Grants): Ids => idsAllowed(grants, 'viewUserByWhitelabel')

/** Whoever edits a user sees them as well, by a permission of its own. */
export const mayEditUser = (grants: Grants, { idWhiteLabel }: { idWhiteLabel: number }) =>
  mayUseId(grants, 'editUserByWhitelabel', idWhiteLabel)

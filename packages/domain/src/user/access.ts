import type { Grants } from '../access/permissions.ts'
import { type Ids, idsAllowed, mayUseId } from '../access/values.ts'

/** The white labels whose users somebody may see. */
export const whiteLabelsSeen = (grants: Grants): Ids => idsAllowed(grants, 'viewUserByWhitelabel')

/** Editing users does not include seeing them, which has a permission of its own. */
export const mayEditUser = (grants: Grants, { idWhiteLabel }: { idWhiteLabel: number }) =>
  mayUseId(grants, 'editUserByWhitelabel', idWhiteLabel)

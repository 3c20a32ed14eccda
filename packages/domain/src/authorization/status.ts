import { isKeyOf } from '../objects.ts'
/** Active may book, pending awaits approval, inactive is kept for the records. */
export const authorizationStatus = { active: 1, pending: 0, inactive: -1 } as const
export type AuthorizationStatus = (typeof authorizationStatus)[keyof typeof authorizationStatus]

/** The status of a new authorization (O2-30). */
export const statusOnCreation = authorizationStatus.pending

/** Nothing returns to pending (O2-31). */
const changes: Readonly<Record<AuthorizationStatus, readonly AuthorizationStatus[]>> = {
  [authorizationStatus.pending]: [authorizationStatus.active, authorizationStatus.inactive],
  [authorizationStatus.active]: [authorizationStatus.inactive],
  [authorizationStatus.inactive]: [authorizationStatus.active],
}

export const statusChangesFrom = (status: number): readonly AuthorizationStatus[] =>
  isKeyOf(changes, status) ? changes[status] : []

export const mayChangeStatus = (from: number, to: number) => statusChangesFrom(from).some((status) => status === to)

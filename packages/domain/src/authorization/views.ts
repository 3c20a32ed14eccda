/**
 * The views counted above the list of authorizations: by status, plus the active ones that expire soon or have no
 * bookings left.
 */
export const authorizationViews = ['all', 'active', 'pending', 'inactive', 'expiring', 'usedUp'] as const
export type AuthorizationView = (typeof authorizationViews)[number]

/** An active authorization counts as expiring if its last day is at most this far away. */
export const expiringWithinDays = 30

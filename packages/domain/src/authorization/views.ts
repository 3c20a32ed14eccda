/** The parts of the authorizations that are counted above their list: by status, and the active ones that soon book no more. */
export const authorizationViews = ['all', 'active', 'pending', 'inactive', 'expiring', 'usedUp'] as const
export type AuthorizationView = (typeof authorizationViews)[number]

/** An active authorization whose last day is no further away counts as expiring. */
export const expiringWithinDays = 30

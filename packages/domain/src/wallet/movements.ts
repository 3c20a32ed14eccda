/**
 * The house account that stands against a user's wallet in a movement: whatever a wallet gains, that account loses, and
 * the other way round.
 */
export const movementKinds = ['payment', 'ride', 'refund', 'promo', 'opening'] as const
export type MovementKind = (typeof movementKinds)[number]

/** More than anybody moves at once: 10,000 euros. */
export const mostCents = 1_000_000

/** Whether so much can be moved at once: whole cents, more than none. */
export const isAmount = (cents: number) => Number.isInteger(cents) && cents > 0 && cents <= mostCents

/** Only a ride takes money out of a wallet. */
export const signedAmount = (kind: MovementKind, cents: number) => (kind === 'ride' ? -cents : cents)

export const movementsPerPage = 20

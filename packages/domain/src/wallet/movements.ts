/** The counter-account of a wallet movement: what a wallet gains, this account loses, and vice versa. */
export const movementKinds = ['payment', 'ride', 'refund', 'promo', 'opening'] as const
export type MovementKind = (typeof movementKinds)[number]

/** The most that can be moved at once: 10,000 euros. */
export const mostCents = 1_000_000

/** Only a ride takes money out of a wallet. */
export const signedAmount = (kind: MovementKind, cents: number) => (kind === 'ride' ? -cents : cents)

export const movementsPerPage = 20

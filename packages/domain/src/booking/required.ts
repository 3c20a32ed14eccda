import type { ProblemKey } from '../problem/keys.ts'

const forCreation = ['status', 'entryChannel', 'paymentMethod', 'timeBookingStart', 'asap', 'origin'] as const
const forConfirmation = ['phoneNumberPassenger', 'fleet', 'id'] as const

type RequiredProperty = (typeof forCreation)[number] | (typeof forConfirmation)[number] | 'destination'

/**
 * The properties that an action requires (document 2, section 5). mandatoryDestination is the tenant's flag, copied
 * onto the booking (O2-66).
 */
export const requiredFor = (
  action: 'create' | 'confirm',
  { mandatoryDestination }: { mandatoryDestination?: boolean | null },
): RequiredProperty[] => [
  ...forCreation,
  ...(mandatoryDestination ? (['destination'] as const) : []),
  ...(action === 'confirm' ? forConfirmation : []),
]

/** Blank text counts as missing. */
const isMissing = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && !value.trim())

/** Only the first missing property, for the message 'Missing property: {name}' (O1-53). */
export const missingProperty = <Name extends string>(
  booking: Readonly<Partial<Record<Name, unknown>>>,
  names: readonly Name[],
): Name | undefined => names.find((name) => isMissing(booking[name]))

export const fleetFilterPolicies = ['TAXI', 'VTC_TAXI'] as const

export const filterPolicyProblem = (
  isSwitchedOn: boolean,
  fleetFilterPolicy: string | null | undefined,
): ProblemKey | undefined =>
  isSwitchedOn && !fleetFilterPolicies.some((policy) => policy === fleetFilterPolicy)
    ? 'problems.filterPolicyRequired'
    : undefined

import type { Fleet } from '@parada/contract/entities'
import { defaultCommitment, preDispatchFor } from '@parada/domain/booking/dispatch'
import type { Draft } from '@parada/domain/wizard/draft'
import type { FleetChoice } from '../../booking/record/fleet-quotes.ts'

/** The values to set when a fleet is chosen, including its defaults (O2-62, O2-63). */
export const fleetChosen = (fleet: Fleet, { taxiFeatures }: Pick<Draft, 'taxiFeatures'>) => ({
  idFleet: fleet.id,
  timePreDispatch: preDispatchFor(fleet.defaultTimePredispatch),
  enableCommitment: defaultCommitment(fleet, taxiFeatures.join(',')),
})

/**
 * The fleet preselected in step 3: that of the repeated ride if it covers the pickup, else the first one that does,
 * else the first one.
 */
export const fleetToStartWith = ({ idFleet }: Pick<Draft, 'idFleet'>, choices: readonly FleetChoice[]) => {
  const covering = choices.filter(({ isCovering }) => isCovering)
  return (covering.find(({ fleet }) => fleet.id === idFleet) ?? covering[0] ?? choices[0])?.fleet
}

import type { Fleet } from '@parada/contract/entities'
import { defaultCommitment, preDispatchFor } from '@parada/domain/booking/dispatch'
import type { Draft } from '@parada/domain/wizard/draft'
import type { FleetChoice } from '../../booking/record/fleet-quotes.ts'

/** What choosing a fleet brings along (O2-62, O2-63). */
export const fleetChosen = (fleet: Fleet, { taxiFeatures }: Pick<Draft, 'taxiFeatures'>) => ({
  idFleet: fleet.id,
  timePreDispatch: preDispatchFor(fleet.defaultTimePredispatch),
  enableCommitment: defaultCommitment(fleet, taxiFeatures.join(',')),
})

/** The fleet that stands chosen when step 3 opens: that of the ride repeated, else the first that covers the origin. */
export const fleetToStartWith = ({ idFleet }: Pick<Draft, 'idFleet'>, choices: readonly FleetChoice[]) => {
  const covering = choices.filter(({ isCovering }) => isCovering)
  return (covering.find(({ fleet }) => fleet.id === idFleet) ?? covering[0] ?? choices[0])?.fleet
}

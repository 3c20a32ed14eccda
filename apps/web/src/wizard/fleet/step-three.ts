import type { BookingBreak } from '@parada/contract/booking'
import { createContext, useContext } from 'react'
import type { z } from 'zod'
import type { FleetChoice } from '../../booking/record/fleet-quotes.ts'
import type { Quote } from './quote.ts'
import type { FleetChoices } from './use-fleet-choices.ts'

/** What step 3 loads when it is entered. */
export type StepThree = FleetChoices & {
  chosen: FleetChoice | undefined
  quote: Quote
  breaks: readonly z.output<typeof BookingBreak>[]
}

const StepThreeContext = createContext<StepThree | undefined>(undefined)
export const StepThreeProvider = StepThreeContext.Provider

export const useStepThree = () => {
  const loaded = useContext(StepThreeContext)
  if (!loaded) throw new Error('useStepThree needs a StepThreeProvider')
  return loaded
}

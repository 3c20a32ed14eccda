import type { FieldProblem, WizardRules } from '@parada/domain/wizard/advance'
import type { Draft } from '@parada/domain/wizard/draft'
import type { DraftAction, PastRide, TypedFields } from '@parada/domain/wizard/reduce-draft'
import { createContext, useContext } from 'react'

/** The error shown at a field: a rule's own words, or those of the server. */
export type Trouble = (FieldProblem & { text?: undefined }) | { field: string; text: string }

export type Wizard = {
  draft: Draft
  change: (fields: TypedFields) => void
  dispatch: (action: DraftAction) => void
  rules: () => WizardRules
  trouble: Trouble | undefined
  /** The message of a field, if the error belongs to it. */
  errorOf: (field: string) => string | undefined
  focus: (field: string) => void
  next: () => void
  goTo: (step: 1 | 2 | 3) => void
  repeat: (ride: PastRide, isReversed: boolean) => void
  book: (isSure?: boolean) => void
  isLost: boolean
}

const WizardContext = createContext<Wizard | undefined>(undefined)
export const WizardProvider = WizardContext.Provider

export const useWizard = () => {
  const wizard = useContext(WizardContext)
  if (!wizard) throw new Error('useWizard needs a WizardProvider')
  return wizard
}

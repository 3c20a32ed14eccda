import { constants } from '@parada/domain/constants'
import { advance, advanceFar, stepProblem, type WizardRules } from '@parada/domain/wizard/advance'
import type { Draft } from '@parada/domain/wizard/draft'
import { reduceDraft } from '@parada/domain/wizard/reduce-draft'
import { useNavigate } from '@tanstack/react-router'
import { type RefObject, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { rememberNewRow } from '../kit/list/state/memory.ts'
import { problemWords } from '../kit/problem-words.ts'
import { useTenant } from '../kit/tenant.ts'
import { takeNextCall } from '../session/next-call.ts'
import { afterBooking } from '../session/preferences.ts'
import { useSessionState } from '../session/use-session.ts'
import type { CourierNews } from './courier.ts'
import type { Warning } from './customer/warnings.tsx'
import type { DraftStore } from './draft-store.ts'
import { promiseOf } from './fleet/quote.ts'
import type { StepThree } from './fleet/step-three.ts'
import { focusField, stepOfField, wizardField } from './focus.ts'
import { useCourier } from './use-courier.ts'
import type { Trouble, Wizard } from './wizard-context.ts'

type WizardOptions = {
  draft: Draft
  store: DraftStore
  root: RefObject<HTMLElement | null>
  loaded: StepThree
  warnings: readonly Warning[]
}

/** The dialog that is open over the wizard. */
export type Asking = 'pastStart' | 'confirm' | undefined

const useRules = (loaded: StepThree) => {
  const config = useSessionState((state) => state.whitelabelConfig)
  return (): WizardRules => ({
    now: Date.now(),
    timeZone: constants.defaultTimeZone,
    mandatoryDestination: config?.mandatoryDestination ?? false,
    asapFromStartTime: config?.asapFromStartTime ?? false,
    breaks: loaded.breaks,
  })
}

/** Everything that can be done with the active draft. */
export const useWizardState = ({ draft, store, root, loaded, warnings }: WizardOptions) => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const tenant = useTenant()
  const rules = useRules(loaded)
  const [told, setTold] = useState<{ key: string; trouble: Trouble }>()
  const [asking, setAsking] = useState<Asking>()
  const trouble = told?.key === draft.key ? told.trouble : undefined

  /**
   * Moves the focus at once, since the next letter may already be coming; waits only for a field that is not rendered
   * yet.
   */
  const focus = (field: string) => {
    if (!focusField(root.current, field)) setTimeout(() => focusField(root.current, field))
  }
  const dispatch: Wizard['dispatch'] = (action) => store.dispatch(draft.key, action)
  const complain = (problem: Trouble) => {
    setTold({ key: draft.key, trouble: problem })
    if ('problem' in problem && problem.problem === 'problems.startInPast') setAsking('pastStart')
    else focus(problem.field)
  }
  const hear = (news: CourierNews) => {
    if (news.draft.key !== draft.key) return
    if (news.kind === 'done') {
      const { variant, saved } = news.draft
      if (variant === 'new-booking' && saved) rememberNewRow(tenant, '/dashboard', saved.id)
      if (afterBooking.get() === 'nextCall' && takeNextCall()) return
      void navigate({ to: '/dashboard' })
    } else if (news.kind === 'refused') {
      const { field = '' } = news.failure.meta
      const at = wizardField(field)
      const step = stepOfField(at)
      if (step < 3) dispatch({ type: 'wentBack', step: step as 1 | 2 })
      complain({ field: at, text: news.failure.message })
    }
  }
  const isLost = useCourier(store, draft, hear)

  const next = () => {
    const { draft: further, problem } = advance(draft, rules())
    if (problem) return complain(problem)
    setTold(undefined)
    store.put(further)
  }

  const wizard: Wizard = {
    draft,
    dispatch,
    rules,
    trouble,
    focus,
    next,
    isLost,
    change: (fields) => {
      if (trouble) setTold(undefined)
      dispatch({ type: 'typed', fields })
    },
    errorOf: (field) => {
      if (!trouble || trouble.field !== field) return undefined
      if (trouble.text !== undefined) return trouble.text
      return problemWords(t, trouble.problem, trouble.values)
    },
    goTo: (step) => {
      if (step === draft.step || draft.isSent) return
      if (step > draft.step) return next()
      setTold(undefined)
      dispatch({ type: 'wentBack', step: step as 1 | 2 })
    },
    repeat: (ride, isReversed) => {
      setTold(undefined)
      const taken = reduceDraft(draft, { type: isReversed ? 'rideReversed' : 'rideRepeated', ride })
      store.put(advanceFar(taken, rules()))
    },
    book: (isSure = false) => {
      if (draft.step < 3) return next()
      if (draft.isSent) return
      const problem = stepProblem(draft, rules())
      if (problem) return complain(problem)
      if (warnings.length > 0 && !isSure) return setAsking('confirm')
      setTold(undefined)
      setAsking(undefined)
      dispatch({ type: 'sent', ...promiseOf(loaded.quote, Date.now()) })
    },
  }
  return { wizard, asking, stopAsking: () => setAsking(undefined) }
}

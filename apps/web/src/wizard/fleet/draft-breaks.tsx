import { useEffect } from 'react'
import { BreakFields, keptValues } from '../../booking/record/break-fields.tsx'
import { useWizard } from '../wizard-context.ts'
import { useStepThree } from './step-three.ts'

/** The account fields of the draft's payment account. */
export const DraftBreaks = () => {
  const { draft, change, errorOf } = useWizard()
  const { breaks } = useStepThree()
  const kept = keptValues(breaks, draft.breaks)
  const isHeld = breaks.length === 0 || JSON.stringify(kept) === JSON.stringify(draft.breaks)
  // Another account has other breaks: what it does not ask for is not kept.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what differs is written
  useEffect(() => {
    if (!isHeld) change({ breaks: kept })
  }, [isHeld])
  return (
    <BreakFields
      breaks={breaks}
      values={draft.breaks}
      errorOf={(id) => errorOf(`break${id}`)}
      onChange={(values) => change({ breaks: values })}
    />
  )
}

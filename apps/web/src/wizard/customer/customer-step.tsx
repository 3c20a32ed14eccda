import { Radio } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from '../wizard.module.css'
import { useWizard } from '../wizard-context.ts'
import { AuthorizationFields } from './authorization-fields.tsx'
import { CallerFields } from './caller-fields.tsx'
import { PastRides } from './past-rides.tsx'
import { Warnings } from './warnings.tsx'

/** Step 1: whom the booking is for. */
export const CustomerStep = ({ mayChooseKind }: { mayChooseKind: boolean }) => {
  const { t } = useTranslation()
  const { draft, change, dispatch } = useWizard()
  const { kind } = draft
  return (
    <div className={classes.fields}>
      <Radio.Group
        size="sm"
        aria-label={t('wizard.for')}
        value={kind}
        onChange={(chosen) => {
          dispatch({ type: 'customerChosen', customer: null })
          change({ kind: chosen as typeof kind })
        }}
      >
        <div className={classes.row}>
          {(['caller', 'authorization'] as const).map((one) => (
            <Radio
              key={one}
              size="xs"
              value={one}
              label={t(`wizard.kinds.${one}`)}
              disabled={!mayChooseKind && one !== kind}
            />
          ))}
        </div>
      </Radio.Group>
      {kind === 'caller' ? <CallerFields /> : <AuthorizationFields />}
      <Warnings />
      <PastRides />
    </div>
  )
}

import { Checkbox, NativeSelect } from '@mantine/core'
import { isGranted } from '@parada/domain/access/permissions'
import { preDispatchMinutes } from '@parada/domain/booking/dispatch'
import { fleetFilterPolicies } from '@parada/domain/booking/required'
import { useTranslation } from 'react-i18next'
import { useSessionState } from '../../session/use-session.ts'
import classes from '../wizard.module.css'
import { useWizard } from '../wizard-context.ts'
import { DraftNumber } from './fields.tsx'

const Flag = ({ name }: { name: 'enableCommitment' | 'isBlocked' }) => {
  const { t } = useTranslation()
  const { draft, change } = useWizard()
  return (
    <Checkbox
      size="xs"
      data-field={name}
      label={t(`fields.${name}`)}
      checked={draft[name] ?? false}
      onChange={({ currentTarget }) => change({ [name]: currentTarget.checked })}
    />
  )
}

const PolicyFields = () => {
  const { t } = useTranslation()
  const { draft, change, errorOf } = useWizard()
  return (
    <>
      <Checkbox
        size="xs"
        label={t('wizard.usePolicy')}
        checked={draft.hasFilterPolicy}
        onChange={({ currentTarget }) => change({ hasFilterPolicy: currentTarget.checked })}
      />
      {draft.hasFilterPolicy && (
        <NativeSelect
          size="xs"
          data-field="fleetFilterPolicy"
          aria-label={t('fields.fleetFilterPolicy')}
          value={draft.fleetFilterPolicy}
          error={errorOf('fleetFilterPolicy')}
          errorProps={{ role: 'alert' }}
          onChange={({ currentTarget }) => change({ fleetFilterPolicy: currentTarget.value })}
          data={[
            { value: '', label: t('common.choose') },
            ...fleetFilterPolicies.map((policy) => ({ value: policy, label: t(`wizard.policies.${policy}`) })),
          ]}
        />
      )}
    </>
  )
}

/** The dispatch options: guaranteed taxi, hold and vehicle type. */
export const DispatchFlags = () => {
  const grants = useSessionState((state) => state.grants)
  return (
    <div className={classes.flags}>
      <Flag name="enableCommitment" />
      <Flag name="isBlocked" />
      {grants && isGranted(grants, 'canSetFilterPolicy') && <PolicyFields />}
    </div>
  )
}

export const DispatchFields = () => {
  const { t } = useTranslation()
  const { draft, change } = useWizard()
  return (
    <>
      <NativeSelect
        size="sm"
        data-field="timePreDispatch"
        label={t('fields.timePreDispatch')}
        disabled={draft.asap}
        value={draft.asap ? '' : String(draft.timePreDispatch ?? '')}
        onChange={({ currentTarget }) =>
          change({ timePreDispatch: currentTarget.value === '' ? null : Number(currentTarget.value) })
        }
        data={[
          { value: '', label: draft.asap ? t('wizard.now') : t('wizard.fleetDefault') },
          ...preDispatchMinutes.map((lead) => ({
            value: String(lead),
            label: t('booking.minutesBefore', { n: lead }),
          })),
        ]}
      />
      <DraftNumber name="idFavouriteCab" isWhole />
    </>
  )
}

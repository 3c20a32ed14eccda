import { TextInput } from '@mantine/core'
import { services } from '@parada/contract/calls/services'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../session/use-may.ts'
import { useWizard } from '../wizard-context.ts'

const datesIn = (text: string) =>
  text
    .split(/[,;\s]+/)
    .map((date) => date.trim())
    .filter((date) => date !== '')

/** The same ride on other days: digits, hyphens and slashes only. */
export const RecurringField = () => {
  const { t } = useTranslation()
  const { draft, change, errorOf } = useWizard()
  const [typed, setTyped] = useState(() => draft.recurringDates.join(', '))
  const isAllowed = useMay(services.recurring)
  if (!isAllowed || draft.variant !== 'new-booking') return null
  return (
    <TextInput
      size="sm"
      data-field="recurringDates"
      label={t('fields.recurringDates')}
      placeholder={t('list.dayPattern')}
      autoComplete="off"
      value={typed}
      error={errorOf('recurringDates')}
      errorProps={{ role: 'alert' }}
      onChange={({ target }) => {
        const text = target.value.replaceAll(/[^\d\-/,;\s]/g, '')
        setTyped(text)
        change({ recurringDates: datesIn(text) })
      }}
    />
  )
}

import { ActionIcon, TextInput } from '@mantine/core'
import { services } from '@parada/contract/calls/services'
import { type KeyboardEvent, lazy, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../session/use-may.ts'
import classes from '../wizard.module.css'
import { useWizard } from '../wizard-context.ts'

const RecurringDays = lazy(() => import('./recurring-days.tsx'))

const datesIn = (text: string) =>
  text
    .split(/[,;\s]+/)
    .map((date) => date.trim())
    .filter((date) => date !== '')

/** The same ride on other days: typed with digits, hyphens and slashes, or chosen by weekday and in a calendar. */
export const RecurringField = () => {
  const { t } = useTranslation()
  const { draft, change, errorOf } = useWizard()
  const [typed, setTyped] = useState(() => draft.recurringDates.join(', '))
  const [isOpen, setOpen] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  const isAllowed = useMay(services.recurring)
  if (!isAllowed || draft.variant !== 'new-booking') return null
  const write = (text: string) => {
    setTyped(text)
    change({ recurringDates: datesIn(text) })
  }
  const closeAtEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return
    // Escape closes the calendar, and does not go back a step.
    event.stopPropagation()
    event.nativeEvent.stopImmediatePropagation()
    setOpen(false)
    box.current?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape is that of the calendar in it
    <div className={classes.recurring} onKeyDown={closeAtEscape}>
      <TextInput
        size="sm"
        ref={box}
        data-field="recurringDates"
        label={t('fields.recurringDates')}
        placeholder={t('list.dayPattern')}
        autoComplete="off"
        value={typed}
        error={errorOf('recurringDates')}
        errorProps={{ role: 'alert' }}
        onChange={({ target }) => write(target.value.replaceAll(/[^\d\-/,;\s]/g, ''))}
        rightSection={
          <ActionIcon
            variant="subtle"
            size="sm"
            aria-label={t('calendar.open', { label: t('fields.recurringDates') })}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <span aria-hidden="true">▦</span>
          </ActionIcon>
        }
      />
      {isOpen && (
        <div className={classes.recurringDays}>
          <Suspense>
            <RecurringDays onChange={(dates) => write(dates.join(', '))} />
          </Suspense>
        </div>
      )}
    </div>
  )
}

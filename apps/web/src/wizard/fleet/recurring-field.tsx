import { ActionIcon, TextInput } from '@mantine/core'
import { services } from '@parada/contract/calls/services'
import { readRecurringDates } from '@parada/domain/booking/recurring'
import { type KeyboardEvent, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChangedHours } from '../../kit/form/changed-hours.tsx'
import { lazy } from '../../kit/lazy.ts'
import { useMay } from '../../session/use-may.ts'
import classes from '../wizard.module.css'
import { useWizard } from '../wizard-context.ts'

const RecurringDays = lazy(() => import('./recurring-days.tsx'))

const datesIn = (text: string) =>
  text
    .split(/[,;\s]+/)
    .map((date) => date.trim())
    .filter((date) => date !== '')

/** Repeats the ride on other days, typed with digits, hyphens and slashes, or picked by weekday and in a calendar. */
export const RecurringField = () => {
  const { t } = useTranslation()
  const { draft, change, errorOf, rules } = useWizard()
  const [text, setText] = useState(() => draft.recurringDates.join(', '))
  const [isTyping, setTyping] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  const isAllowed = useMay(services.recurring)
  if (!isAllowed || draft.variant !== 'new-booking') return null
  const { now, timeZone = null } = rules()
  const start = draft.start ?? now
  const { dates, problems } = readRecurringDates(draft.recurringDates, { start, now, timeZone })
  const wrong = problems.map(({ text, problem }) => `${text}: ${t(problem)}`).join(' · ')
  const refused = errorOf('recurringDates')
  const write = (text: string) => {
    setText(text)
    change({ recurringDates: datesIn(text) })
  }
  const closeAtEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return
    // Escape closes the calendar without going back a step.
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
        value={text}
        // A date that is still being typed shows no error.
        error={(!isTyping || refused) && (wrong || refused)}
        onFocus={() => setTyping(true)}
        onBlur={() => setTyping(false)}
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
      <ChangedHours dates={dates} start={start} timeZone={timeZone} />
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

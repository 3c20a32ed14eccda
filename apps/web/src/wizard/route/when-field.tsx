import { TextInput } from '@mantine/core'
import { asapFromStart } from '@parada/domain/booking/start'
import { tellHour } from '@parada/domain/booking/texts'
import { startOf } from '@parada/domain/wizard/advance'
import { sayStart } from '@parada/domain/wizard/time-phrase'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { HourChoice } from '../../kit/form/hour-choice.tsx'
import classes from '../wizard.module.css'
import { useWizard } from '../wizard-context.ts'

const everyMs = 15_000

/** Re-renders regularly, since the meaning of the typed words changes with the clock. */
const useTicking = () => {
  const [, setTicks] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setTicks((ticks) => ticks + 1), everyMs)
    return () => clearInterval(timer)
  }, [])
}

const locales: Record<string, string> = { en: 'en-GB', es: 'es-ES' }

/** The start in words, including which of the two it is when the clocks go back and its hour exists twice. */
export const startText = (start: number, language: string, timeZone: string | null | undefined) => {
  const zone = timeZone ?? 'Europe/Madrid'
  const time = new Intl.DateTimeFormat(locales[language] ?? language, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: zone,
  })
    .format(start)
    .replaceAll(',', '')
  return tellHour(time, start, { timeZone: zone, language })
}

/** The pickup time as people say it, with the time that was understood beside it. */
export const WhenField = () => {
  const { t, i18n } = useTranslation()
  const { draft, change, rules, errorOf } = useWizard()
  useTicking()
  const said = rules()
  const read = startOf(draft, said)
  const isAsap = read && (read.asap || (said.asapFromStartTime && asapFromStart(read.start, said.now)))
  const choices = read && 'choices' in read ? read.choices : undefined
  const isEmpty = draft.when.trim() === ''
  const meaning = read && (read.asap ? t('fields.asap') : startText(read.start, i18n.language, said.timeZone))
  return (
    <div className={classes.when} data-twice={choices !== undefined}>
      <TextInput
        size="sm"
        data-field="when"
        className={classes.whenInput}
        label={t('fields.when')}
        placeholder={draft.variant === 'new-booking' ? t('wizard.now') : t('wizard.whenHint')}
        autoComplete="off"
        maxLength={60}
        value={draft.when}
        error={errorOf('when')}
        errorProps={{ role: 'alert' }}
        onChange={({ target }) => change({ when: target.value })}
      />
      <output className={classes.meaning} data-unread={!read && !isEmpty}>
        {meaning ?? (isEmpty ? '' : t('wizard.whenHint'))}
        {read && !read.asap && isAsap ? ` · ${t('fields.asap')}` : ''}
        {read && 'isSkipped' in read ? ` · ${t('wizard.hourSkipped')}` : ''}
      </output>
      {read && choices && (
        <HourChoice
          choices={choices}
          chosen={read.start}
          timeZone={said.timeZone}
          onChoose={(_, side) => change({ when: sayStart(draft.when, side, i18n.language) })}
        />
      )}
    </div>
  )
}

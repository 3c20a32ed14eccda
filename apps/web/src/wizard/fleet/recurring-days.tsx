import { wallTime } from '@parada/domain/booking/calendar'
import { dateText, readRecurringDates, toggleDate } from '@parada/domain/booking/recurring'
import { useTranslation } from 'react-i18next'
import { ByWeekday } from '../../kit/form/by-weekday.tsx'
import { Calendar, type UtcDay } from '../../kit/form/calendar.tsx'
import { useWizard } from '../wizard-context.ts'

const dayMs = 86_400_000

/** Picks further days for a ride, by weekday or one by one, as on the booking's own page. */
const RecurringDays = ({ onChange }: { onChange: (dates: readonly string[]) => void }) => {
  const { t } = useTranslation()
  const { draft, rules } = useWizard()
  const { now, timeZone } = rules()
  const start = draft.start ?? now
  const series = { start, now, timeZone: timeZone ?? null }
  const texts = draft.recurringDates
  const { dates } = readRecurringDates(texts, series)
  return (
    <>
      <ByWeekday
        start={start}
        timeZone={series.timeZone}
        onAdd={(more) => onChange([...new Set([...texts, ...more])])}
      />
      <Calendar
        label={t('fields.recurringDates')}
        from={Math.floor(wallTime(start, series.timeZone) / dayMs) * dayMs}
        isPicked={(day) => dates.includes(dateText(day))}
        isOffered={(day) => readRecurringDates([dateText(day)], series).dates.length > 0}
        onPick={(day: UtcDay) => onChange(toggleDate(texts, dateText(day)))}
      />
    </>
  )
}

export default RecurringDays

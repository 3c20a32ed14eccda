import { wallTime } from '@parada/domain/booking/calendar'
import { tellHour } from '@parada/domain/booking/texts'
import { useTranslation } from 'react-i18next'
import { localeOf } from '../../kit/format.ts'
import { type Booking, useJournal } from '../record/booking-record.ts'
import { useWriting } from '../record/words.ts'
import classes from './booking.module.css'
import { timelineOf } from './timeline-lines.ts'

/** Times to the second, in the booking's time zone. */
const useClock = (timeZone: string) => {
  const { i18n } = useTranslation()
  const { language } = i18n
  const format = new Intl.DateTimeFormat(localeOf(language), {
    timeZone: 'UTC',
    day: '2-digit',
    month: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })
  return (at: number) =>
    tellHour(format.format(wallTime(at, timeZone)).replace(', ', ' '), at, { timeZone, language, length: 'short' })
}

/** Every change, who made it and what it changed. */
export const Timeline = ({ booking }: { booking: Booking }) => {
  const { t } = useTranslation()
  const { data, error, isPending } = useJournal(booking.id)
  const writing = useWriting(booking.timeZone)
  const clock = useClock(booking.timeZone)
  const entries = timelineOf(data?.journal ?? [], writing)
  return (
    // Focusable, so that the keyboard can scroll it.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the journal of a long day is longer than its place
    <section className={classes.timeline} aria-labelledby="timeline" aria-busy={isPending} tabIndex={0}>
      <h2 id="timeline">{t('booking.timeline')}</h2>
      {error && <p role="alert">{t('booking.timelineFailed', { message: error.message })}</p>}
      <ol>
        {entries.map(({ id, at, who, did, changes }) => (
          <li key={id}>
            <time dateTime={new Date(at).toISOString()}>{clock(at)}</time>
            <div>
              <b>{who}</b> · {did}
              {changes.length > 0 && (
                <ul>
                  {changes.map(({ label, before, after }) => (
                    <li key={label}>
                      {label}: {before && <s>{before}</s>} {after || '—'}
                    </li>
                  ))}
                </ul>
              )}
            </div>
          </li>
        ))}
      </ol>
      {!isPending && !error && entries.length === 0 && <p>{t('booking.noTimeline')}</p>}
    </section>
  )
}

import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { localeOf } from '../format.ts'
import classes from './form.module.css'

const dayMs = 86_400_000

/** A calendar day, as midnight UTC in epoch milliseconds. */
export type UtcDay = number

const monthOf = (day: UtcDay) => Date.UTC(new Date(day).getUTCFullYear(), new Date(day).getUTCMonth())
const monthAfter = (month: UtcDay, by: number) =>
  Date.UTC(new Date(month).getUTCFullYear(), new Date(month).getUTCMonth() + by)
/** Monday is 0. */
const weekdayOf = (day: UtcDay) => (new Date(day).getUTCDay() + 6) % 7

/** The full weeks that cover a month. */
const weeksOf = (month: UtcDay): UtcDay[][] => {
  const first = month - weekdayOf(month) * dayMs
  const count = Math.ceil((monthAfter(month, 1) - first) / (7 * dayMs))
  return Array.from({ length: count }, (_, week) =>
    Array.from({ length: 7 }, (__, day) => first + (week * 7 + day) * dayMs),
  )
}

/** 5 January 1970 was a Monday. */
const aMonday = 4 * dayMs

export const weekdayNames = (language: string, style: 'short' | 'long') => {
  const format = new Intl.DateTimeFormat(localeOf(language), { weekday: style, timeZone: 'UTC' })
  return Array.from({ length: 7 }, (_, day) => format.format(aMonday + day * dayMs))
}

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

type Props = {
  label: string
  /** The day whose month is shown first. */
  from: UtcDay
  isPicked: (day: UtcDay) => boolean
  isOffered?: (day: UtcDay) => boolean
  onPick: (day: UtcDay) => void
  /** Escape closes only the calendar, not the modal around it. */
  keepsEscape?: boolean
}

/**
 * A month to pick days from, in the reader's language, with weeks starting on Monday. Arrow keys move from day to day.
 */
export const Calendar = ({ label, from, isPicked, isOffered = () => true, onPick, keepsEscape }: Props) => {
  const { t, i18n } = useTranslation()
  const [month, setMonth] = useState(() => monthOf(from))
  const locale = localeOf(i18n.language)
  const title = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const whole = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' })
  const [short, long] = [weekdayNames(i18n.language, 'short'), weekdayNames(i18n.language, 'long')]
  const walk = (event: KeyboardEvent<HTMLTableElement>) => {
    const step = steps[event.key]
    const day = Number((event.target as HTMLElement).dataset.day)
    if (!step || Number.isNaN(day)) return
    event.preventDefault()
    event.currentTarget.querySelector<HTMLElement>(`[data-day="${day + step * dayMs}"]:not(:disabled)`)?.focus()
  }
  const kept = keepsEscape && { 'data-mantine-stop-propagation': true }
  const turn = (by: number, name: string, sign: string) => (
    <button type="button" aria-label={t(name)} {...kept} onClick={() => setMonth(monthAfter(month, by))}>
      {sign}
    </button>
  )
  return (
    <div className={classes.calendar}>
      <div>
        {turn(-1, 'calendar.previous', '‹')}
        <b aria-live="polite">{title.format(month)}</b>
        {turn(1, 'calendar.next', '›')}
      </div>
      <table aria-label={t('calendar.open', { label })} onKeyDown={walk}>
        <thead>
          <tr>
            {short.map((name, at) => (
              <th key={name} scope="col" abbr={long[at]}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day}>
                  {monthOf(day) === month && (
                    <button
                      type="button"
                      data-day={day}
                      {...kept}
                      disabled={!isOffered(day)}
                      aria-pressed={isPicked(day)}
                      aria-label={whole.format(day).replaceAll(',', '')}
                      onClick={() => onPick(day)}
                    >
                      {new Date(day).getUTCDate()}
                    </button>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

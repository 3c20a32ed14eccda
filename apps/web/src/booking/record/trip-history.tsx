import type { JournalLine } from '@parada/contract/journal'
import { useTranslation } from 'react-i18next'
import type { Changes, ChangeWords } from '../../kit/form/meanwhile.tsx'
import { formatsFor } from '../../kit/format.ts'
import classes from '../../kit/record-page.module.css'

type Props = {
  journal: readonly JournalLine[]
  title: string
  /** Describes what was done; for a refused report, which one it was. */
  did: (action: string, report: string) => string
  /** Undefined for internal fields. */
  words: (change: Pick<Changes[number], 'field' | 'before' | 'after'>) => ChangeWords | undefined
}

/** The actions whose status change is listed; a supplier's own action implies it. */
const byDesk: ReadonlySet<string> = new Set(['edit', 'cancel', 'undo', 'measured'])

const typeOf = (report: unknown) =>
  report !== null && typeof report === 'object' && 'type' in report ? String(report.type) : ''

/** What suppliers reported about a trip and what the desk changed, newest first. */
export const TripHistory = ({ journal, title, did, words }: Props) => {
  const { i18n } = useTranslation()
  const { time } = formatsFor(i18n.language)
  return (
    <section className={classes.block} aria-label={title}>
      <h2>{title}</h2>
      <ol className={classes.lines}>
        {journal.toReversed().map(({ id, at, who, action, before, after }) => (
          <li key={id}>
            <time dateTime={new Date(at).toISOString()}>{time(at)}</time> <b>{who}</b>{' '}
            {did(action, typeOf(after.report))}
            <ul>
              {Object.entries(after).map(([field, value]) => {
                if (field === 'status' && !byDesk.has(action)) return null
                const said = words({ field, before: before[field] ?? null, after: value })
                return (
                  said && (
                    <li key={field}>
                      {said.label}: {said.before && `${said.before} → `}
                      {said.after || '—'}
                    </li>
                  )
                )
              })}
            </ul>
          </li>
        ))}
      </ol>
    </section>
  )
}

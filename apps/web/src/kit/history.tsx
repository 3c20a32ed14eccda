import type { JournalLine } from '@parada/contract/journal'
import { useTranslation } from 'react-i18next'
import type { ChangeWords } from './form/meanwhile.tsx'
import { formatsFor } from './format.ts'
import classes from './record.module.css'

type Props = {
  title: string
  /** Shown when nothing has happened yet. */
  empty: string
  /** Newest first. */
  journal: readonly JournalLine[]
  /** Describes an action in words. */
  did: (action: string) => string
  /** Undefined for an internal field that is not shown. */
  words: (change: { field: string; before: unknown; after: unknown }) => ChangeWords | undefined
}

/** Who changed what in a record, newest first. */
export const History = ({ title, empty, journal, did, words }: Props) => {
  const { i18n } = useTranslation()
  const { time } = formatsFor(i18n.language)
  return (
    <section className={classes.section} aria-label={title}>
      <h3>{title}</h3>
      {journal.length === 0 && <p>{empty}</p>}
      {journal.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long history is scrolled by the keyboard too
        <ol className={classes.history} tabIndex={0} aria-label={title}>
          {journal.map(({ id, at, who, action, before, after }) => {
            const said = Object.keys(after).flatMap((field) => {
              const change = words({ field, before: before[field], after: after[field] })
              return change ? [{ field, ...change }] : []
            })
            return (
              <li key={id}>
                <time dateTime={new Date(at).toISOString()}>{time(at)}</time> <b>{who}</b> {did(action)}
                {Object.keys(before).length > 0 && (
                  <ul>
                    {said.map((change) => (
                      <li key={change.field}>{`${change.label}: ${change.before || '—'} → ${change.after || '—'}`}</li>
                    ))}
                  </ul>
                )}
              </li>
            )
          })}
        </ol>
      )}
    </section>
  )
}

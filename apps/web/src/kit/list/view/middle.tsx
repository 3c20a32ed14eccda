import { memo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Counts } from '../data/local-list.ts'
import type { ListFormat } from '../declare/columns.ts'
import type { View } from '../declare/list-types.ts'
import type { RowAction } from '../declare/row-actions.ts'
import classes from './middle.module.css'

type CountersProps = {
  views: readonly View[]
  view: string | undefined
  counts: Counts
  format: ListFormat
  onView: (view: string | undefined) => void
}

/** A counter's shortcut is its position; those after the ninth have none. */
export const viewKeys = (views: readonly View[]) => views.slice(0, 9).map(({ key }, at) => [String(at + 1), key])

/** The views of the list with their row counts; the current one is marked. */
export const Counters = memo(({ views, view, counts, format, onView }: CountersProps) => {
  const { t } = useTranslation()
  const chosen = view ?? views[0]?.key
  // Until the counts arrive, a dash keeps the room for each.
  const isCounted = (key: string) => key in counts || Object.keys(counts).length === 0
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be laid out as a form
    <div className={classes.counters} role="group" aria-label={t('list.views')}>
      {views.map(({ key, label }, at) => (
        <button
          key={key}
          type="button"
          aria-pressed={key === chosen}
          {...(at < 9 && { 'aria-keyshortcuts': String(at + 1) })}
          title={at < 9 ? `${t(label)} (${at + 1})` : t(label)}
          data-empty={counts[key] === 0 || undefined}
          onClick={() => onView(at === 0 || key === chosen ? undefined : key)}
        >
          {t(label)} {isCounted(key) && <b>{counts[key] === undefined ? '–' : format.count(counts[key])}</b>}
        </button>
      ))}
    </div>
  )
})

/**
 * The action bar covers the counters, which keep their room, so that nothing below moves when the first row is picked.
 */
export const ListMiddle = ({ isKept, bar, children }: { isKept: boolean; bar: ReactNode; children: ReactNode }) =>
  (children || isKept) && (
    <div className={classes.middle} data-middle data-covered={bar ? true : undefined}>
      {children}
      {bar}
    </div>
  )

type BarProps = {
  count: number
  actions: readonly RowAction[]
  format: ListFormat
  onAct: (action: string) => void
  onClear: () => void
}

/** The actions for the picked rows, each with its shortcut. */
export const ActionBar = memo(({ count, actions, format, onAct, onClear }: BarProps) => {
  const { t } = useTranslation()
  return (
    <div className={classes.bar} role="toolbar" aria-label={t('list.picked', { n: format.count(count) })}>
      <output>{t('list.picked', { n: format.count(count) })}</output>
      {actions.map(({ id, label, shortcut }) => (
        <button key={id} type="button" aria-keyshortcuts={shortcut} onClick={() => onAct(id)}>
          {t(label)} <kbd>{shortcut.toUpperCase()}</kbd>
        </button>
      ))}
      <button type="button" aria-keyshortcuts="Escape" onClick={onClear}>
        {t('list.letGo')} <kbd>Esc</kbd>
      </button>
    </div>
  )
})

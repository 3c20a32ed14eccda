import { codes } from '@parada/domain/codes'
import type { FieldKind } from '@parada/domain/list/fields'
import { memo, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazy } from '../../lazy.ts'
import { problemWords } from '../../problem-words.ts'
import type { Column, ListFormat } from '../declare/columns.ts'
import type { ListDefinition } from '../declare/list-definition.ts'
import { useFilterDrafts } from '../state/use-filter-drafts.ts'
import classes from './table.module.css'

const SeveralValues = lazy(() => import('../view/several-values.tsx'))

type Props = {
  list: ListDefinition
  columns: readonly Column[]
  filters: Readonly<Record<string, string>>
  format: ListFormat
  hasLead: boolean
  /** The boxes name their columns, because no headings are shown above them. */
  isNamed: boolean
  onFilter: (filters: Readonly<Record<string, string>>) => void
}

const placeholders: Partial<Record<FieldKind, string>> = { time: 'list.dayPattern', flag: 'list.flagPattern' }

const numeric: ReadonlySet<FieldKind> = new Set(['number', 'decimal', 'money'])

/** The value of the option that opens the choice of several values. */
const several = 'several'

/** The options of a filter with their labels; undefined if it has none. */
const offeredBy = ({ field, choices }: Column, format: ListFormat) => {
  if (choices) return choices.map(({ value, label }) => ({ value, label: format.word(label) }))
  const kind = field.codes
  if (field.kind !== 'code' || !kind) return undefined
  return Object.keys(codes[kind]).map((value) => ({ value, label: format.code(kind, value) }))
}

/** A filter per column. Typing redraws only this row until the delay has passed. */
export const FilterRow = memo(({ list, columns, filters, format, hasLead, isNamed, onFilter }: Props) => {
  const { t } = useTranslation()
  const { drafts, problems, type, choose, settle, clear } = useFilterDrafts(
    list.columns,
    filters,
    list.filterDelay,
    onFilter,
  )

  const [open, setOpen] = useState<Column>()

  const box = (column: Column) => {
    const { key, field } = column
    const shared = {
      value: drafts[key] ?? '',
      'aria-label': t('list.filterBy', { field: t(column.label, column.labelValues) }),
      'data-list-filter': true,
    }
    const offered = offeredBy(column, format)
    if (offered) {
      const chosen = (drafts[key] ?? '').split(',')
      return (
        <select
          {...shared}
          onChange={({ target }) => (target.value === several ? setOpen(column) : type(key, target.value))}
        >
          <option value="">{isNamed ? t(column.label, column.labelValues) : t('list.all')}</option>
          {offered.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
          {chosen.length > 1 && (
            <option value={chosen.join()}>
              {offered
                .filter(({ value }) => chosen.includes(value))
                .map(({ label }) => label)
                .join(', ')}
            </option>
          )}
          {offered.length > 2 && <option value={several}>{t('list.several')}</option>}
        </select>
      )
    }
    const pattern = placeholders[field.kind]
    const placeholder = [isNamed && t(column.label, column.labelValues), pattern && t(pattern)]
      .filter(Boolean)
      .join(' ')
    return (
      <input
        {...shared}
        type="text"
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        inputMode={numeric.has(field.kind) ? 'decimal' : undefined}
        placeholder={placeholder || undefined}
        aria-invalid={problems[key] ? true : undefined}
        aria-describedby={problems[key] && `problem-${key}`}
        onChange={(event) => type(key, event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') settle()
          else if (event.key === 'Escape' && drafts[key]) clear(key)
        }}
      />
    )
  }

  return (
    <tr aria-rowindex={2} className={classes.filters}>
      {hasLead && <td />}
      {columns.map((column) => (
        <td key={column.key}>
          {column.isFiltered && (
            <div className={classes.filter} data-filled={drafts[column.key] ? true : undefined}>
              {box(column)}
              {drafts[column.key] && column.field.kind !== 'code' && !column.choices && (
                <button
                  type="button"
                  className={classes.clear}
                  aria-label={t('list.clearFilter', { field: t(column.label, column.labelValues) })}
                  onClick={() => clear(column.key)}
                >
                  ×
                </button>
              )}
              {problems[column.key] && (
                <span role="alert" id={`problem-${column.key}`} className={classes.problem}>
                  {problemWords(t, problems[column.key] as string)}
                </span>
              )}
            </div>
          )}
          {open === column && (
            <Suspense>
              <SeveralValues
                label={t(column.label, column.labelValues)}
                offered={offeredBy(column, format) ?? []}
                chosen={drafts[column.key] ?? ''}
                onChoose={(values) => choose(column.key, values)}
                onClose={() => setOpen(undefined)}
              />
            </Suspense>
          )}
        </td>
      ))}
    </tr>
  )
})

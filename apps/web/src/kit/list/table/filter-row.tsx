import { codes } from '@parada/domain/codes'
import type { FieldKind } from '@parada/domain/list/fields'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { problemWords } from '../../problem-words.ts'
import type { Column, ListFormat } from '../declare/columns.ts'
import type { ListDefinition } from '../declare/list-definition.ts'
import { useFilterDrafts } from '../state/use-filter-drafts.ts'
import classes from './table.module.css'

type Props = {
  list: ListDefinition
  columns: readonly Column[]
  filters: Readonly<Record<string, string>>
  format: ListFormat
  hasLead: boolean
  onFilter: (filters: Readonly<Record<string, string>>) => void
}

const placeholders: Partial<Record<FieldKind, string>> = { time: 'list.dayPattern', flag: 'list.flagPattern' }

const numeric: ReadonlySet<FieldKind> = new Set(['number', 'decimal', 'money'])

/** A filter per column; typing draws this row alone until the delay has passed. */
export const FilterRow = memo(({ list, columns, filters, format, hasLead, onFilter }: Props) => {
  const { t } = useTranslation()
  const { drafts, problems, type, settle, clear } = useFilterDrafts(list.columns, filters, list.filterDelay, onFilter)

  const box = (column: Column) => {
    const { key, field } = column
    const shared = {
      value: drafts[key] ?? '',
      'aria-label': t('list.filterBy', { field: t(column.label, column.labelValues) }),
      'data-list-filter': true,
    }
    const kind = field.codes
    if (field.kind === 'code' && kind)
      return (
        <select {...shared} onChange={(event) => type(key, event.target.value)}>
          <option value="">{t('list.all')}</option>
          {Object.keys(codes[kind]).map((code) => (
            <option key={code} value={code}>
              {format.code(kind, code)}
            </option>
          ))}
        </select>
      )
    const placeholder = placeholders[field.kind]
    return (
      <input
        {...shared}
        type="text"
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        inputMode={numeric.has(field.kind) ? 'decimal' : undefined}
        placeholder={placeholder && t(placeholder)}
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
              {drafts[column.key] && column.field.kind !== 'code' && (
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
        </td>
      ))}
    </tr>
  )
})

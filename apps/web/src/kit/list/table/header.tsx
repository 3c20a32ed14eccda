import type { OrderBy } from '@parada/domain/list/list'
import { memo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column } from '../declare/columns.ts'
import classes from './table.module.css'

type Props = {
  columns: readonly Column[]
  sort: OrderBy
  onSort: (sort: OrderBy) => void
  /** In front of the first heading. */
  lead?: ReactNode
  children: ReactNode
}

const sortWords = { ASC: 'ascending', DESC: 'descending' } as const

/** The headings, and below them the row of filters. */
export const ListHeader = memo(({ columns, sort, onSort, lead, children }: Props) => {
  const { t } = useTranslation()
  return (
    <thead>
      <tr aria-rowindex={1}>
        {lead}
        {columns.map(({ key, label, labelValues, align, isSorted }) => {
          const direction = sort.field === key ? sort.direction : undefined
          return (
            <th
              key={key}
              scope="col"
              className={align === 'end' ? classes.end : undefined}
              aria-sort={direction && sortWords[direction]}
            >
              {isSorted ? (
                <button
                  type="button"
                  className={classes.sort}
                  onClick={() => onSort({ field: key, direction: direction === 'ASC' ? 'DESC' : 'ASC' })}
                >
                  {t(label, labelValues)}
                </button>
              ) : (
                <span className={classes.unsorted}>{t(label, labelValues)}</span>
              )}
            </th>
          )
        })}
      </tr>
      {children}
    </thead>
  )
})

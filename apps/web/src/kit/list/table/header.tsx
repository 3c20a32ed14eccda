import type { OrderBy } from '@parada/domain/list/list'
import { type KeyboardEvent, memo, type PointerEvent, type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column } from '../declare/columns.ts'
import classes from './table.module.css'

type Props = {
  columns: readonly Column[]
  sort: OrderBy
  onSort: (sort: OrderBy) => void
  onWidth: (key: string, width: number) => void
  /** Called when one heading is dropped on another. */
  onMove: (key: string, to: string) => void
  /** How many headings always stay in front. */
  fixed: number
  /** Shown in front of the first heading. */
  lead?: ReactNode
  children: ReactNode
}

const sortWords = { ASC: 'ascending', DESC: 'descending' } as const

/** The headings, with the filter row below them. */
export const ListHeader = memo((props: Props) => {
  const { columns, sort, onSort, onWidth, onMove, fixed, lead, children } = props
  const { t } = useTranslation()
  const dragged = useRef<string>(undefined)

  const resize = (key: string, width: number) => (event: PointerEvent<HTMLElement>) => {
    event.preventDefault()
    const handle = event.currentTarget
    handle.setPointerCapture(event.pointerId)
    const shown = handle.parentElement?.getBoundingClientRect().width || width
    handle.onpointermove = ({ clientX }) => onWidth(key, shown + clientX - event.clientX)
    handle.onpointerup = () => {
      handle.onpointermove = null
    }
  }
  /** The same by keyboard: an arrow key with Shift resizes the column, with Alt moves it. */
  const onKey = (at: number) => (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    const column = columns[at]
    if (step === 0 || !column || !(event.shiftKey || event.altKey)) return
    event.preventDefault()
    const beside = columns[at + step]
    if (event.shiftKey) onWidth(column.key, column.width + step * 16)
    else if (beside) onMove(column.key, beside.key)
  }

  return (
    <thead>
      <tr aria-rowindex={1}>
        {lead}
        {columns.map(({ key, label, labelValues, align, isSorted, width }, at) => {
          const direction = sort.field === key ? sort.direction : undefined
          return (
            <th
              key={key}
              scope="col"
              className={align === 'end' ? classes.end : undefined}
              aria-sort={direction && sortWords[direction]}
              draggable={at >= fixed}
              onDragStart={() => {
                dragged.current = key
              }}
              onDragOver={(event) => event.preventDefault()}
              onDrop={() => dragged.current && onMove(dragged.current, key)}
              onKeyDown={onKey(at)}
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
              <span
                className={classes.grip}
                aria-hidden="true"
                draggable
                onDragStart={(event) => event.preventDefault()}
                onPointerDown={resize(key, width)}
              />
            </th>
          )
        })}
      </tr>
      {children}
    </thead>
  )
})

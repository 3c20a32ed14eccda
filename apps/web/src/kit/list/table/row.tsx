import type { FieldKind } from '@parada/domain/list/fields'
import { memo } from 'react'
import type { Column, ListFormat } from '../declare/columns.ts'
import type { AnyRow } from '../declare/list-types.ts'
import { padding } from './fit-columns.ts'
import classes from './table.module.css'

type Props = {
  row: AnyRow
  index: number
  /** The first column and those in view. */
  columns: readonly Column[]
  /** How many columns are left out after the first one, and how many at the end. */
  skipped: number
  rest: number
  format: ListFormat
  isTabStop: boolean
  opens: boolean
  glow: number
  /** The approximate width of a character, in px. */
  charWidth: number
  /** Whether the row is a card, which has no headings above it. */
  isCard: boolean
  /** Undefined in a list whose rows cannot be picked. */
  isPicked: boolean | undefined
  isChosen: boolean
  /** No longer exists, and is shown only until nobody is using the rows. */
  isGone: boolean
  tone: string | undefined
  sign: string | undefined
}

/**
 * Cutting a text costs the browser more than painting it, so only texts that may not fit are cut. At worst, a rare text
 * of wide letters reaches into its neighbour's padding.
 */
const classOf = ({ align, width }: Column, text: string, charWidth: number) => {
  const end = align === 'end' ? classes.end : undefined
  const cut = text.length * charWidth > width - padding ? classes.cut : undefined
  return end && cut ? `${end} ${cut}` : (end ?? cut)
}

const figures: ReadonlySet<FieldKind> = new Set(['number', 'decimal', 'money', 'flag'])

/**
 * Labels a figure or day on a card, which would be ambiguous without a heading. A pickup time, which has a zone, is
 * recognised without one.
 */
const labelOf = ({ field, label, labelValues }: Column, format: ListFormat) =>
  figures.has(field.kind) || (field.kind === 'time' && field.zone === undefined)
    ? format.word(label, labelValues)
    : undefined

const glows = [undefined, 'odd', 'even'] as const

/** Cells contain only text: no components, closures or custom markup. */
export const ListRow = memo((props: Props) => {
  const { row, index, columns, skipped, rest, format, isTabStop, opens, glow, charWidth } = props
  const { isCard, isPicked, isChosen, isGone, tone, sign } = props
  const name = isPicked === undefined ? undefined : `row-${index}`
  const cells = columns.map((column, at) => {
    const text = column.show(row, format)
    const className = classOf(column, text, charWidth)
    return at === 0 ? (
      <th key={column.key} id={name} scope="row" className={className} data-sign={sign}>
        {text}
      </th>
    ) : (
      <td
        key={column.key}
        className={className}
        data-state={column.state?.(row)}
        data-label={isCard && text !== '' ? labelOf(column, format) : undefined}
        data-whole={column.whole?.(row, format) || undefined}
      >
        {text}
      </td>
    )
  })
  if (skipped > 0) cells.splice(1, 0, <td key="skipped" colSpan={skipped} />)
  if (rest > 0) cells.push(<td key="rest" colSpan={rest} />)
  return (
    <tr
      data-index={index}
      aria-rowindex={index + 3}
      tabIndex={isTabStop ? 0 : -1}
      data-opens={opens || undefined}
      data-glow={glow === 0 ? undefined : glows[2 - (glow % 2)]}
      data-chosen={isChosen || undefined}
      data-picked={isPicked || undefined}
      data-gone={isGone || undefined}
      data-tone={tone}
    >
      {isPicked !== undefined && (
        <td data-pick>
          <input
            type="checkbox"
            className={classes.box}
            tabIndex={-1}
            checked={isPicked}
            readOnly
            aria-labelledby={name}
          />
        </td>
      )}
      {cells}
    </tr>
  )
})

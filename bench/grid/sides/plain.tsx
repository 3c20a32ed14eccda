import { memo, useMemo } from 'react'
import { columns, format, type Row, rowHeight, type SideProps } from '../rows.ts'

const PlainRow = memo(({ row }: { row: Row }) => (
  <tr style={{ height: rowHeight }}>
    {columns.map((column) => (
      <td key={column.key}>{column.show(row, format)}</td>
    ))}
  </tr>
))

/** The baseline of React alone: every row is drawn, and unchanged rows are not drawn again. */
export const Plain = ({ rows, filter }: SideProps) => {
  const shown = useMemo(() => rows.filter(({ zone }) => zone.includes(filter)), [rows, filter])
  return (
    <div style={{ height: '100%', overflow: 'auto' }}>
      <table style={{ tableLayout: 'fixed', width: columns.reduce((sum, { width }) => sum + width, 0) }}>
        <thead>
          <tr>
            {columns.map(({ key, label }) => (
              <th key={key}>{label}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <PlainRow key={row.id} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

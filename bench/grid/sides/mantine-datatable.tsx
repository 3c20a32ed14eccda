import { DataTable, type DataTableColumn } from 'mantine-datatable'
import { useMemo } from 'react'
import { columns, format, type Row, type SideProps } from '../rows.ts'

const definitions = columns.map(
  (column): DataTableColumn<Row> => ({
    accessor: column.key,
    title: column.label,
    width: column.width,
    noWrap: true,
    render: (row) => column.show(row, format),
  }),
)

export const MantineDatatable = ({ rows, filter }: SideProps) => {
  const shown = useMemo(() => rows.filter(({ zone }) => zone.includes(filter)), [rows, filter])
  return <DataTable height="100%" columns={definitions} records={shown} verticalSpacing={4} />
}

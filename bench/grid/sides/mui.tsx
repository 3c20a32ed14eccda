import { DataGrid, type GridColDef } from '@mui/x-data-grid'
import { useMemo } from 'react'
import { columns, format, type Row, rowHeight, type SideProps } from '../rows.ts'

const definitions = columns.map(
  (column): GridColDef<Row> => ({
    field: column.key,
    headerName: column.label,
    width: column.width,
    valueFormatter: (_, row) => column.show(row, format),
  }),
)

/** Its free edition shows at most 100 rows on a page. */
const initialState = { pagination: { paginationModel: { pageSize: 100 } } }

export const Mui = ({ rows, filter }: SideProps) => {
  const filterModel = useMemo(
    () => ({ items: filter ? [{ field: 'zone', operator: 'contains', value: filter }] : [] }),
    [filter],
  )
  return (
    <DataGrid
      rows={rows}
      columns={definitions}
      rowHeight={rowHeight}
      initialState={initialState}
      pageSizeOptions={[100]}
      filterModel={filterModel}
    />
  )
}

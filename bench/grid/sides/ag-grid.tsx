import { AllCommunityModule, type ColDef, type GridApi, ModuleRegistry } from 'ag-grid-community'
import { AgGridReact } from 'ag-grid-react'
import { useEffect, useRef } from 'react'
import { columns, format, type Row, rowHeight, type SideProps } from '../rows.ts'

ModuleRegistry.registerModules([AllCommunityModule])

const definitions = columns.map(
  (column): ColDef<Row> => ({
    colId: column.key,
    headerName: column.label,
    width: column.width,
    filter: 'agTextColumnFilter',
    valueGetter: ({ data }) => data && column.read(data),
    valueFormatter: ({ data }) => (data ? column.show(data, format) : ''),
  }),
)

export const AgGrid = ({ rows, filter }: SideProps) => {
  const api = useRef<GridApi<Row>>(undefined)
  useEffect(() => {
    api.current?.setFilterModel(filter ? { zone: { filterType: 'text', type: 'contains', filter } } : null)
  }, [filter])
  return (
    // No animation: rows that slide into place would count until the last has arrived.
    <AgGridReact
      rowData={rows}
      columnDefs={definitions}
      rowHeight={rowHeight}
      animateRows={false}
      getRowId={({ data }) => String(data.id)}
      onGridReady={(event) => {
        api.current = event.api
      }}
    />
  )
}

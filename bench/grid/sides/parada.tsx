import { listDefaults } from '@parada/domain/list/list'
import { useMemo } from 'react'
import { matching } from '../../../apps/web/src/kit/list/data/local-list.ts'
import { FilterRow } from '../../../apps/web/src/kit/list/table/filter-row.tsx'
import { ListHeader } from '../../../apps/web/src/kit/list/table/header.tsx'
import { ListTable } from '../../../apps/web/src/kit/list/table/table.tsx'
import { format, list, rowHeight, type SideProps } from '../rows.ts'

const sort = listDefaults.orderBy
const ignore = () => {}

/**
 * The table of every list screen, with headings and filters, with the same data flow as a list that filters in the
 * browser.
 */
export const Parada = ({ rows, filter }: SideProps) => {
  const filters = useMemo((): Record<string, string> => (filter ? { zone: filter } : {}), [filter])
  const shown = useMemo(() => matching(list, rows, { filters, sort, view: undefined }, format).rows, [rows, filters])
  return (
    <ListTable
      label="Parada"
      columns={list.columns}
      rows={shown}
      rowKey="id"
      format={format}
      rowHeight={rowHeight}
      view={filters}
    >
      <ListHeader
        columns={list.columns}
        fixed={list.fixed}
        sort={sort}
        onSort={ignore}
        onWidth={ignore}
        onMove={ignore}
      >
        <FilterRow
          list={list}
          columns={list.columns}
          filters={filters}
          format={format}
          hasLead={false}
          isNamed={false}
          onFilter={ignore}
        />
      </ListHeader>
    </ListTable>
  )
}

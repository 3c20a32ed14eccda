import { anyOf } from '@parada/domain/access/permissions'
import { createFileRoute } from '@tanstack/react-router'
import { reportSearch } from './supplier/-report-search.ts'
import { SupplierReport } from './supplier/-supplier-report.tsx'

const Screen = () => <SupplierReport idFleet={undefined} range={Route.useSearch().range} />

/** Redirects to the first fleet whose report the user may see (O3-50). */
export const Route = createFileRoute('/_shell/supplier/report')({
  staticData: {
    access: 'signedIn',
    title: 'screens.supplierReport',
    menu: { group: 'books', order: 90, icon: 'report', access: anyOf('viewReportByFleet') },
  },
  validateSearch: reportSearch,
  component: Screen,
})

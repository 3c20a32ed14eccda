import { createFileRoute, redirect } from '@tanstack/react-router'
import { reportSearch } from './supplier/-report-search.ts'
import { SupplierReport } from './supplier/-supplier-report.tsx'

const Screen = () => <SupplierReport idFleet={Number(Route.useParams().idFleet)} range={Route.useSearch().range} />

export const Route = createFileRoute('/_shell/supplier/$idFleet/report')({
  staticData: { access: 'signedIn', title: 'screens.supplierReport' },
  validateSearch: reportSearch,
  beforeLoad: ({ params }) => {
    if (!/^[1-9]\d{0,14}$/.test(params.idFleet)) throw redirect({ to: '/pages/404', replace: true })
  },
  component: Screen,
})

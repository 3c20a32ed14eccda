import { createFileRoute } from '@tanstack/react-router'
import { dataSearch } from '../../wizard/data-search.ts'
import { BookingWizard } from '../../wizard/wizard.tsx'

const NewService = () => (
  <BookingWizard {...Route.useParams()} {...Route.useSearch()} variant="to-invoice" kind="authorization" />
)

export const Route = createFileRoute('/_shell/new-service-to-invoice/authorization/{-$subscriberCode}/{-$userNumber}')({
  staticData: {
    access: ['editServiceToInvoiceByFleet', 'dispatchServiceByFleet', 'viewAllAuthorizations'],
    title: 'screens.newServiceToInvoiceAuthorization',
  },
  validateSearch: dataSearch,
  component: NewService,
})

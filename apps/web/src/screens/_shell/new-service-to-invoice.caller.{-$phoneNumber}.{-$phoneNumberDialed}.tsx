import { createFileRoute } from '@tanstack/react-router'
import { dataSearch } from '../../wizard/data-search.ts'
import { BookingWizard } from '../../wizard/wizard.tsx'

const NewService = () => (
  <BookingWizard {...Route.useParams()} {...Route.useSearch()} variant="to-invoice" kind="caller" />
)

export const Route = createFileRoute('/_shell/new-service-to-invoice/caller/{-$phoneNumber}/{-$phoneNumberDialed}')({
  staticData: {
    access: ['editServiceToInvoiceByFleet', 'dispatchServiceByFleet'],
    title: 'screens.newServiceToInvoice',
  },
  validateSearch: dataSearch,
  component: NewService,
})

import { createFileRoute } from '@tanstack/react-router'
import { dataSearch } from '../../wizard/data-search.ts'
import { BookingWizard } from '../../wizard/wizard.tsx'

const NewBooking = () => (
  <BookingWizard {...Route.useParams()} {...Route.useSearch()} variant="new-booking" kind="authorization" />
)

export const Route = createFileRoute('/_shell/new-booking/authorization/{-$subscriberCode}/{-$userNumber}')({
  staticData: {
    access: ['dispatchServiceByFleet', 'viewAllAuthorizations'],
    title: 'screens.newBookingAuthorization',
    menu: { group: 'desk', order: 21, icon: 'newBooking' },
  },
  validateSearch: dataSearch,
  component: NewBooking,
})

import { createFileRoute } from '@tanstack/react-router'
import { dataSearch } from '../../wizard/data-search.ts'
import { BookingWizard } from '../../wizard/wizard.tsx'

const NewBooking = () => (
  <BookingWizard {...Route.useParams()} {...Route.useSearch()} variant="new-booking" kind="caller" />
)

export const Route = createFileRoute('/_shell/new-booking/caller/{-$phoneNumber}/{-$phoneNumberDialed}')({
  staticData: {
    access: ['dispatchServiceByFleet'],
    title: 'screens.newBooking',
    menu: { group: 'desk', order: 20, icon: 'newBooking' },
  },
  validateSearch: dataSearch,
  component: NewBooking,
})

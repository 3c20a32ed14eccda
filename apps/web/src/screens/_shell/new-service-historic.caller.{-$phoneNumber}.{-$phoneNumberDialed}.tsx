import { createFileRoute } from '@tanstack/react-router'
import { dataSearch } from '../../wizard/data-search.ts'
import { BookingWizard } from '../../wizard/wizard.tsx'

const NewService = () => (
  <BookingWizard {...Route.useParams()} {...Route.useSearch()} variant="historic" kind="caller" />
)

export const Route = createFileRoute('/_shell/new-service-historic/caller/{-$phoneNumber}/{-$phoneNumberDialed}')({
  staticData: { access: ['editServiceByFleet'], title: 'screens.newServiceHistoric' },
  validateSearch: dataSearch,
  component: NewService,
})

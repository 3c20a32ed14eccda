import { createFileRoute } from '@tanstack/react-router'
import { FleetMap } from './maps/-fleet-map.tsx'

const Screen = () => <FleetMap chosen={Route.useSearch().fleet} />

/** Every fleet and its coverage, for any signed-in user; the chosen fleet is in the URL. */
export const Route = createFileRoute('/_shell/maps')({
  staticData: { access: 'signedIn', title: 'screens.maps', menu: { group: 'settings', order: 40, icon: 'maps' } },
  validateSearch: ({ fleet }: Record<string, unknown>): { fleet?: number } =>
    Number.isSafeInteger(fleet) ? { fleet: Number(fleet) } : {},
  component: Screen,
})

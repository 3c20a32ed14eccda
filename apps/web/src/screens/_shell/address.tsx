import { createFileRoute } from '@tanstack/react-router'
import { AddressScreen } from './address/-address-screen.tsx'

export const Route = createFileRoute('/_shell/address')({
  staticData: {
    access: 'signedIn',
    title: 'screens.addresses',
    menu: { group: 'customers', order: 30, icon: 'addresses' },
  },
  validateSearch: (search: Record<string, unknown>) => search,
  component: AddressScreen,
})

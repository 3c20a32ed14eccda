import { createFileRoute } from '@tanstack/react-router'
import { addressList } from './address/-address-list.ts'
import { AddressScreen } from './address/-address-screen.tsx'

export const Route = createFileRoute('/_shell/address')({
  staticData: addressList.staticData,
  validateSearch: addressList.validateSearch,
  component: AddressScreen,
})

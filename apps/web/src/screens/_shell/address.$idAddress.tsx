import { createFileRoute, redirect } from '@tanstack/react-router'

/** One address: filters the table to it and opens it in the form (O2-23). The parent route renders both. */
export const Route = createFileRoute('/_shell/address/$idAddress')({
  staticData: { access: 'signedIn', title: 'screens.addresses' },
  beforeLoad: ({ params, search, cause }) => {
    const id = Number(params.idAddress)
    // Adds the filter on arrival only; clearing it later leaves the address.
    if (cause === 'stay' || !Number.isSafeInteger(id) || search.id === id) return
    throw redirect({ to: '/address/$idAddress', params, search: { id }, replace: true })
  },
})

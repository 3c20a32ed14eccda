import { createFileRoute, redirect } from '@tanstack/react-router'

/** One address: the table filtered to it and the form opened on it (O2-23). The screen around it draws both. */
export const Route = createFileRoute('/_shell/address/$idAddress')({
  staticData: { access: 'signedIn', title: 'screens.addresses' },
  beforeLoad: ({ params, search, cause }) => {
    const id = Number(params.idAddress)
    // Whoever clears the filter later leaves the address; only arriving without it means to be filtered.
    if (cause === 'stay' || !Number.isSafeInteger(id) || search.id === id) return
    throw redirect({ to: '/address/$idAddress', params, search: { id }, replace: true })
  },
})

import { anyOf } from '@parada/domain/access/permissions'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { cancelledServices } from '../../books/service-lists.ts'

const Variant = cancelledServices.component

const Screen = () => <Variant />

export const Route = createFileRoute('/_shell/servicescancel/$resourceType/$invoiceType/$canceled')({
  staticData: {
    access: anyOf('editServiceToInvoiceByFleet', 'editServiceByFleet'),
    title: 'screens.cancelledServices',
    menu: { group: 'books', order: 40, icon: 'cancelled', path: '/servicescancel/serviceafterlife/cc/canceled' },
  },
  validateSearch: (search: Record<string, unknown>) => search,
  beforeLoad: ({ params: { resourceType, canceled } }) => {
    const isKnown = resourceType === 'serviceafterlife' && canceled === 'canceled'
    if (!isKnown) throw redirect({ to: '/pages/404', replace: true })
  },
  component: Screen,
})

import { anyOf } from '@parada/domain/access/permissions'
import { isHistoricalCustomer } from '@parada/domain/access/values'
import { createFileRoute, redirect, useParams } from '@tanstack/react-router'
import { cancelledServices, historicServices, servicesToInvoice } from '../../books/service-lists.ts'
import { useSessionState } from '../../session/use-session.ts'

const resourceTypes = ['servicetoinvoice', 'servicehistorical', 'serviceafterlife'] as const
type ResourceType = (typeof resourceTypes)[number]

const isResourceType = (text: string): text is ResourceType => resourceTypes.some((known) => known === text)

const screens: Record<ResourceType, () => React.ReactNode> = {
  servicetoinvoice: servicesToInvoice.component,
  servicehistorical: historicServices.component,
  serviceafterlife: cancelledServices.component,
}

/** One screen in three variants. Historical customers see historic services instead of those to invoice (O3-13). */
const Screen = () => {
  const { resourceType = '', invoiceType } = useParams({ strict: false })
  const isHistorical = useSessionState(({ grants }) => grants !== undefined && isHistoricalCustomer(grants))
  const wanted = isHistorical && resourceType === 'servicetoinvoice' ? 'servicehistorical' : resourceType
  const Variant = screens[isResourceType(wanted) ? wanted : 'servicetoinvoice']
  // The key resets the screen, so that filters and columns do not carry over to another list.
  return <Variant key={`${wanted} ${invoiceType}`} />
}

const access = anyOf('editServiceToInvoiceByFleet', 'editServiceByFleet')
const menu = { group: 'books', icon: 'services' } as const

export const Route = createFileRoute('/_shell/services/$resourceType/$invoiceType')({
  staticData: {
    access,
    title: 'screens.servicesToInvoice',
    menu: [
      {
        ...menu,
        order: 20,
        path: '/services/servicetoinvoice/cc',
        isFor: (grants) => !isHistoricalCustomer(grants),
      },
      {
        ...menu,
        order: 30,
        path: '/services/servicehistorical/cc',
        title: 'screens.historicServices',
        icon: 'historic',
      },
    ],
  },
  validateSearch: (search: Record<string, unknown>) => search,
  beforeLoad: ({ params }) => {
    if (!isResourceType(params.resourceType)) throw redirect({ to: '/pages/404', replace: true })
  },
  component: Screen,
})

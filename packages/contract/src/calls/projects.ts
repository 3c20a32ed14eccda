import { anyOf } from '@parada/domain/access/permissions'
import { z } from 'zod'
import { call } from '../kit.ts'

export const Project = z.object({ id: z.int(), keyProject: z.string(), title: z.string() })

export const projects = {
  suggest: call({
    method: 'GET',
    path: '/projects/:sd/',
    access: anyOf(
      'dispatchServiceByFleet',
      'editServiceByFleet',
      'editServiceDeadByFleet',
      'editServiceToInvoiceByFleet',
      'viewAllAuthorizations',
      'editAuthorizationByPA',
      'createAuthorizationByPA',
      'viewRouteTrackingByPA',
    ),
    summary: 'Projects for a break: of the break’s filter, with the keyword in key or title',
    query: z.strictObject({ filter: z.string().max(200).optional(), keyword: z.string().max(100).optional() }),
    response: z.object({ projectBeanList: z.array(Project) }),
  }),
}

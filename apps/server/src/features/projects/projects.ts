import type { projects } from '@parada/contract/calls/projects'
import { findProjects } from '@parada/db/queries/projects'
import type { Handlers } from '../../http/context.ts'

export const projectHandlers: Handlers<typeof projects> = {
  suggest: async ({ tx, tenant, query }) => ({ projectBeanList: await findProjects(tx, tenant.id, query) }),
}

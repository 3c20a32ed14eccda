import { rowsOf } from '../database.ts'
import { escapeLike } from '../list/conditions.ts'
import type { Tx } from '../open.ts'

const most = 50

/** Projects of an account field's filter whose key or title contains the keyword. */
export const findProjects = (tx: Tx, tenantId: number, { filter = '', keyword = '' }) => {
  const values: unknown[] = [tenantId]
  const conditions = ['tenant_id = $1']
  if (filter !== '') conditions.push(`filter = $${values.push(filter)}`)
  if (keyword.trim() !== '') {
    const pattern = values.push(`%${escapeLike(keyword.trim())}%`)
    conditions.push(`(key_project ilike $${pattern} or title ilike $${pattern})`)
  }
  return rowsOf<{ id: number; keyProject: string; title: string }>(tx, {
    text: `select id, key_project as "keyProject", title from project where ${conditions.join(' and ')}
           order by key_project, id limit ${most}`,
    values,
  })
}

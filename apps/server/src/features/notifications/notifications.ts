import { notifications } from '@parada/contract/calls/notifications'
import type { LiveNotification } from '@parada/contract/live-message'
import { putEvent } from '@parada/db/queries/events'
import { cancelAnnouncement, lockNotification, switchNotification } from '@parada/db/queries/notifications'
import { topics } from '@parada/domain/live'
import { announcement, maySwitchNotification, notificationStatus, windowProblem } from '@parada/domain/notification'
import { listExport } from '../../exports/list-export.ts'
import type { Handlers, SignedInContext } from '../../http/context.ts'
import { listReader } from '../../http/list-reader.ts'
import { refuse } from '../../http/problem.ts'

const change = async ({ tx, tenant, user, params, body, now }: SignedInContext<typeof notifications.change>) => {
  const { id, active, from, to } = body
  if (id !== params.id) throw refuse.field('id', 'id: must match the id in the path')
  if (active !== (params.action === 'activate'))
    throw refuse.field('active', 'active: must match the action in the path')
  if (windowProblem({ from, to })) throw refuse.rule('problems.wrongDates', 'from')
  if (!maySwitchNotification(user.grants, id)) throw refuse.forbidden()
  const found = await lockNotification(tx, id)
  if (!found) throw refuse.notFound()

  // Switching off keeps the window; switching on replaces it with the given one, if any.
  const switched = active
    ? { status: notificationStatus.on, minDate: from ?? null, maxDate: to ?? null }
    : { status: notificationStatus.off, minDate: found.minDate, maxDate: found.maxDate }
  if (found.announcementId !== null) await cancelAnnouncement(tx, found.announcementId)
  const told = announcement({ ...found, ...switched }, tenant.id, now.getTime())
  const notification: LiveNotification | undefined = told?.toast
  const announcementId = told
    ? await putEvent(tx, tenant, topics.everybody, { notification }, told.dueAt ? new Date(told.dueAt) : undefined)
    : null
  await switchNotification(tx, id, { ...switched, announcementId })
  return undefined
}

const list = listReader(notifications.list, { table: 'notification', isCounted: true })

export const notificationHandlers: Handlers<typeof notifications> = {
  list,
  export: listExport(notifications.export, list),
  change,
}

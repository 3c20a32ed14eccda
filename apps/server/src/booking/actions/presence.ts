import type { services } from '@parada/contract/calls/services'
import type { BodyOf } from '@parada/contract/kit'
import { putEvent } from '@parada/db/queries/events'
import { dropPresence, keepPresence, presentOn, sweepPresence } from '@parada/db/queries/presence'
import { topics } from '@parada/domain/live'
import { type ActingPerson, authorOf, bookingFor } from '../access.ts'

/**
 * Records a tab's heartbeat on a booking and returns who else is there. The other desks are notified when somebody
 * comes, leaves, or starts or stops editing, and not of every heartbeat.
 */
export const heartbeat = async (
  acting: ActingPerson,
  id: number,
  { tab, isEditing = false, isLeaving = false }: BodyOf<typeof services.presence>,
) => {
  const { tx, tenant, user } = acting
  const { idFleet } = await bookingFor(acting, id, { right: 'see' })
  const own = { tenantId: tenant.id, idBooking: id, idUser: user.id, tab }
  const isNews = isLeaving
    ? await dropPresence(tx, own)
    : await keepPresence(tx, { ...own, name: authorOf(user).who, isEditing })
  if (isNews) await sweepPresence(tx, tenant.id)
  if (isNews && idFleet !== null) await putEvent(tx, tenant, topics.fleet(idFleet), { presence: { idBooking: id } })
  return presentOn(tx, own)
}

import { type AliveBooking, services } from '@parada/contract/calls/services'
import type { AnswerOf } from '@parada/contract/kit'
import { hasEnded, isAlive } from '@parada/domain/codes'
import { useQueryClient } from '@tanstack/react-query'
import { listKey } from '../../kit/list/data/list-data.ts'
import { including, without } from '../../session/alive-edits.ts'
import { useSession } from '../../session/use-session.ts'

/** Applies a change made here to the alive list at once, without waiting for its live event. */
export const useKeepAlive = () => {
  const session = useSession()
  const queries = useQueryClient()
  return (booking: AliveBooking) => {
    const { id, status } = booking
    if (!isAlive(status) && !hasEnded(status)) return
    const edit = isAlive(status) ? including(booking) : without(id)
    const before = session.state().bookingsAlive
    if (before) session.keepForReload({ bookingsAlive: edit(before) })
    queries.setQueriesData<AnswerOf<typeof services.alive>>(
      { queryKey: listKey(services.alive) },
      (answer) => answer && { ...answer, services: edit(answer.services) },
    )
    if (hasEnded(status)) session.events.emit('booking-updated', { idBooking: id, statusBooking: status })
  }
}

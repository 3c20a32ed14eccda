import { wizardNotesMessage } from '@parada/domain/booking/messages'

type Booking = { tenant_id: number; id: number; notes: string; id_fleet: number | null; created_at: Date }
type Author = { idUser: number; who: string }

/** What the wizard leaves behind: a booking's notes as the first message of its conversation. */
export const conversationsOf = (bookings: readonly Booking[], { idUser, who }: Author) =>
  bookings
    .filter(({ notes }) => notes !== '')
    .map(({ tenant_id, id, notes, id_fleet, created_at }) => ({
      tenant_id,
      id_booking: id,
      at: created_at,
      ...wizardNotesMessage(notes),
      id_supplier: id_fleet,
      id_user: idUser,
      user_name: who,
    }))

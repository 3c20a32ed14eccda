import { bookingStatus, hasEnded } from '../codes.ts'
import { fleetsOfAny } from './fleets.ts'
import type { Grants, PermissionKey } from './permissions.ts'
import type { Ids } from './values.ts'

/** The permissions that grant each right to the bookings of their fleets; any one of them is enough (O2-65). */
const rights = {
  see: ['viewServiceByFleet', 'dispatchServiceByFleet', 'editServiceByFleet'],
  work: ['dispatchServiceByFleet', 'editServiceByFleet'],
  confirm: ['dispatchServiceByFleet', 'editServiceByFleet', 'confirmBookingByFleet'],
  edit: ['editServiceByFleet', 'editServiceDeadByFleet'],
  repeat: [
    'viewServiceByFleet',
    'dispatchServiceByFleet',
    'editServiceByFleet',
    'editServiceDeadByFleet',
    'editServiceToInvoiceByFleet',
  ],
  seeService: [
    'viewServiceByFleet',
    'dispatchServiceByFleet',
    'editServiceByFleet',
    'viewServiceToInvoiceByFleet',
    'editServiceToInvoiceByFleet',
  ],
  seeServiceToInvoice: ['editServiceToInvoiceByFleet', 'editServiceByFleet', 'viewServiceToInvoiceByFleet'],
  invoice: ['editServiceToInvoiceByFleet', 'editServiceByFleet'],
} as const satisfies Record<string, readonly PermissionKey[]>

export type BookingRight = keyof typeof rights

/** The fleets whose bookings a user has this right to. */
export const fleetsWithRight = (grants: Grants, right: BookingRight): Ids => fleetsOfAny(grants, rights[right])

type BookingOfFleet = { idFleet: number | null; idUser: number | null; status: number }

/**
 * Whether a user has this right to a booking. A booking still in the wizard belongs to the user making it (O2-07); one
 * that has ended may also be seen with the invoicing permissions.
 */
export const mayUseBooking = (
  user: { id: number | null; grants: Grants },
  right: BookingRight,
  { idFleet, idUser, status }: BookingOfFleet,
) => {
  if (status === bookingStatus.created) return idUser === user.id
  const fleets = fleetsWithRight(user.grants, right === 'see' && hasEnded(status) ? 'seeService' : right)
  return fleets === 'all' || (idFleet !== null && fleets.has(idFleet))
}

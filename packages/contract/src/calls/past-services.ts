import { anyOf } from '@parada/domain/access/permissions'
import { z } from 'zod'
import { BookingWrapper } from '../booking.ts'
import { call } from '../kit.ts'
import { WholeBooking } from './services.ts'

const registering = { method: 'POST', body: BookingWrapper, isIdempotent: true, code: 201 } as const
const response = z.object({ booking: WholeBooking })

/** Rides that are recorded after they were driven (O2-17). */
export const pastServices = {
  historic: call({
    ...registering,
    path: '/servicehistorical/:sd',
    access: anyOf('editServiceByFleet'),
    summary: 'Registers a historic service',
    response,
  }),
  toInvoice: call({
    ...registering,
    path: '/servicetoinvoice/:sd',
    access: anyOf('editServiceToInvoiceByFleet', 'dispatchServiceByFleet', 'viewAllAuthorizations'),
    summary: 'Registers a service to invoice',
    response,
  }),
}

import { bookingStatus } from '@parada/domain/codes'
import type { JourneyMode } from '@parada/domain/trip/journey'
import { journeysPerPage } from '@parada/domain/trip/journey'
import { rowsOf } from '../database.ts'
import { millisOf } from '../list/columns.ts'
import type { Tx } from '../open.ts'

type Journey = { mode: JourneyMode; id: number; at: number; status: number; from: string; to: string }
type Whose = 'id_user' | 'id_authorization'

/** Where each mode stores what the timeline shows. */
const sources: Readonly<Record<JourneyMode, { table: string; at: string; from: string; to: string; where?: string }>> =
  {
    taxi: {
      table: 'booking',
      at: 'time_booking_start',
      from: "origin ->> 'addressField'",
      to: "destination ->> 'addressField'",
      where: `and status not in (${bookingStatus.created}, ${bookingStatus.handedOver}, ${bookingStatus.replaced})`,
    },
    parking: { table: 'parking_booking', at: 'date_init', from: 'parking_name', to: 'number_plate' },
    mobility: { table: 'mobility_booking', at: 'time_init', from: 'start_address_string', to: 'end_address_string' },
    ticket: { table: 'ticket', at: 'time_service_start', from: 'transport_name', to: 'title' },
    route: {
      table: 'route_tracking',
      at: 'time_start',
      from: 'origin_address_string',
      to: 'destination_address_string',
    },
  }

const part = (mode: JourneyMode, whose: Whose) => {
  const { table, at, from, to, where = '' } = sources[mode]
  return `(select '${mode}' as mode, id, ${at} as moment, status, coalesce(${from}, '') as "from", coalesce(${to}, '') as "to"
    from ${table} where tenant_id = $1 and ${whose} = $2 ${where} order by ${at} desc, id desc limit $3)`
}

const textOf = (whose: Whose) => {
  const parts = (Object.keys(sources) as JourneyMode[]).map((mode) => part(mode, whose))
  return `select mode, id, ${millisOf('moment')} as at, status, "from", "to" from (${parts.join(' union all ')}) all_modes
    order by moment desc, mode, id desc limit ${journeysPerPage + 1} offset $4`
}
const texts: Readonly<Record<Whose, string>> = {
  id_user: textOf('id_user'),
  id_authorization: textOf('id_authorization'),
}

/**
 * A person's journeys over all modes, newest first. Each mode is read from its own index, and only as far as the page
 * needs.
 */
export const journeysOf = async (tx: Tx, tenantId: number, whose: Whose, id: number, page: number) => {
  const offset = page * journeysPerPage
  const found = await rowsOf<Journey>(tx, {
    name: `journeys_of_${whose}`,
    text: texts[whose],
    values: [tenantId, id, offset + journeysPerPage + 1, offset],
  })
  return { journeys: found.slice(0, journeysPerPage), hasMoreResults: found.length > journeysPerPage }
}

import { setTimeout as wait } from 'node:timers/promises'
import { lineOf } from '../../apps/simulator/src/reports.ts'
import { fillAlive } from '../bookings/fill.ts'
import { openOffice } from '../bookings/office.ts'

type DrivenRide = { idBooking: number; idOrder: string }

/** An office with this many live bookings, all driven by one fleet that reports through the supplier gateway. */
export const openBoard = async (alive: number) => {
  const office = await openOffice()
  const { owner, origin, secrets } = office
  await fillAlive(owner, alive)
  const { rows: links } = await owner.query<{ idFleet: number; secret: string }>(
    `select id_fleet::int as "idFleet", secret from supplier_link where tenant_id = 1 order by id_fleet limit 1`,
  )
  const [stored] = links
  if (!stored) throw new Error('No fleet of the demo is reached through the gateway')
  const { idFleet } = stored
  const link = { idFleet, secret: secrets.open({ table: 'supplier_link', tenantId: 1, id: idFleet }, stored.secret) }
  // No passenger is notified and no register hears of the rides: the desk is measured, not outgoing messages.
  await owner.query(
    `update booking b set status = 20, status_dispatch = 2000, id_fleet = $1, phone_number_passenger = '',
       email_passenger = '', promised_arrival = null, promised_price = null, supplier_taxi_description = '',
       time_booking_start = now() + interval '2 hours' + (b.id % 3600) * interval '1 second'
     where b.tenant_id = 1 and b.status in (10, 20, -30)`,
    [link.idFleet],
  )
  await owner.query('delete from supplier_order where tenant_id = 1')
  await owner.query('delete from route_sheet where tenant_id = 1')
  await owner.query(`delete from outbox where kind in ('routeSheets', 'register')`)
  const { rows: driven } = await owner.query<DrivenRide>(
    `insert into supplier_order (tenant_id, id_booking, id_fleet, state, due_at, sent_at)
     select 1, id, $1, 'accepted', now(), now() from booking where tenant_id = 1 and status = 20
     returning id_booking::int as "idBooking", id as "idOrder"`,
    [link.idFleet],
  )
  const line = lineOf(`${origin}/api`, { subdomain: 'demo', ...link })
  const orderOf = new Map(driven.map(({ idBooking, idOrder }) => [idBooking, idOrder]))
  let taxi = 1_000

  /** The fleet gives the booking to another taxi, with a description that is unique. */
  const changeTaxi = (idBooking: number) => {
    const mark = `Taxi${++taxi}x`
    const told = { type: 'accepted', idSupplierTaxi: taxi, supplierTaxiDescription: mark } as const
    return { mark, sent: line.report(orderOf.get(idBooking) ?? '', told) }
  }
  return { ...office, ids: [...orderOf.keys()], changeTaxi }
}
export type Board = Awaited<ReturnType<typeof openBoard>>

/** Runs this so many times a second, on schedule however long each run takes. */
export const atRate = async (perSecond: number, seconds: number, once: (nth: number) => Promise<unknown>) => {
  const begun = performance.now()
  const underWay: Promise<unknown>[] = []
  for (let nth = 0; nth < perSecond * seconds; nth++) {
    const early = (nth * 1_000) / perSecond - (performance.now() - begun)
    if (early > 0) await wait(early)
    underWay.push(once(nth))
  }
  await Promise.all(underWay)
}

import { mobility } from '@parada/contract/calls/mobility'
import { parking } from '@parada/contract/calls/parking'
import { tickets } from '@parada/contract/calls/tickets'
import { type ListQuery, listOf } from '@parada/db/list/list'
import type pg from 'pg'
import { toInvoiceSource as mobilitySource } from '../apps/server/src/features/mobility/mobility.ts'
import { toInvoiceSource as parkingSource } from '../apps/server/src/features/parking/parking.ts'
import { ticketSource } from '../apps/server/src/features/tickets/tickets.ts'
import { openOffice } from './bookings/office.ts'
import { pagesBesideBare } from './kit/list-pages.ts'
import type { Figure } from './kit/report.ts'
import { liveParkings } from './trips/live.ts'

const count = Number(process.env.TRIPS ?? 1_000_000)

export const title = `Other modes: ${count.toLocaleString('en')} to invoice of each, beside their own SQL sent by bare pg; and a live list`

/** Adds trips like those of the demo, spread over ten years. The indexes are rebuilt afterwards, which is faster. */
const fill = async (owner: pg.Client, table: string, moment: string, columns: string) => {
  const { rows } = await owner.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
     where i.indrelid = '${table}'::regclass and not exists (select from pg_constraint where conindid = i.indexrelid)`,
  )
  for (const { name } of rows) await owner.query(`drop index ${name}`)
  await owner.query(
    `with source as (select *, row_number() over (order by id) - 1 as nth from ${table} where tenant_id = 1 and price_customer is not null),
       size as (select count(*) as total from source)
     insert into ${table} (tenant_id, id, status, ${moment}, ${columns})
     select 1, 10000000 + n, ${table === 'parking_booking' ? 30 : table === 'ticket' ? 2 : 4},
       now() - interval '5 minutes' * n, ${columns
         .split(', ')
         .map((column) => `s.${column}`)
         .join(', ')}
     from generate_series(1, $1::int) n, size, source s where s.nth = n % size.total`,
    [count],
  )
  await owner.query("set maintenance_work_mem = '256MB'")
  for (const { definition } of rows) await owner.query(definition)
  await owner.query('select fold_counts()')
  await owner.query(`vacuum analyze ${table}`)
}

const month = 31 * 86_400_000 - 1
const range = (() => {
  const to = Date.now() - 400 * 86_400_000
  return { from: to - month, to }
})()
const asksOf = (sorted: string, filter: object): Record<string, ListQuery> => {
  const first: ListQuery = { pageNumber: 0, resultsPerPage: 20, orderBy: 'id ASC', ...range }
  return {
    'first page of a month': first,
    'sorted page': { ...first, orderBy: sorted },
    'filtered page': { ...first, ...filter },
  }
}

export const measure = async (): Promise<Figure[]> => {
  const office = await openOffice()
  try {
    const { owner } = office
    await fill(
      owner,
      'parking_booking',
      'date_init',
      'id_parking, protocol, parking_name, id_user, customer_name, number_plate, price_supplier, price_customer, id_payment_account',
    )
    await fill(
      owner,
      'mobility_booking',
      'time_init',
      'id_supplier, id_white_label, id_user, id_payment_account, start_address_string, price_supplier, price_customer, vehicle_sign',
    )
    await fill(
      owner,
      'ticket',
      'time_service_start',
      'locator, transport_name, title, id_user, id_payment_account, price_customer, id_public_transport_supplier',
    )
    const pages = [
      { of: 'parking, ', list: listOf(parking.toInvoice.list, parkingSource), path: '/parking/parkingtoinvoice/demo/' },
      {
        of: 'shared vehicles, ',
        list: listOf(mobility.toInvoice.list, mobilitySource),
        path: '/mobility/mobilityToInvoice/demo/',
      },
      { of: 'tickets, ', list: listOf(tickets.list.list, ticketSource), path: '/transport/tickets/demo/' },
    ]
    const asks = [
      asksOf('dateInit DESC', { parkingName: 'centro' }),
      asksOf('timeInit DESC', { startAddressString: 'plaza' }),
      asksOf('timeServiceStart DESC', { locator: 'T1' }),
    ]
    const figures: Figure[] = []
    for (const [at, one] of pages.entries())
      figures.push(...(await pagesBesideBare(office, { ...one, asks: asks[at] ?? {}, rounds: 200 })).figures)
    return [...figures, ...(await liveParkings(office))]
  } finally {
    await office.stop()
  }
}

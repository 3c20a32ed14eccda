import { authorizations } from '@parada/contract/calls/authorizations'
import { type ListQuery, listOf } from '@parada/db/list/list'
import type pg from 'pg'
import { authorizationSource } from '../apps/server/src/features/authorizations/authorizations.ts'
import { openOffice } from './bookings/office.ts'
import { pagesBesideBare } from './kit/list-pages.ts'
import { interleaved } from './kit/measure.ts'
import { type Figure, ratio } from './kit/report.ts'

export const title = 'Authorizations: 200,000 of one tenant, beside their own SQL sent by bare pg'

const people = 200_000

const list = listOf(authorizations.list.list, authorizationSource)

const first: ListQuery = { pageNumber: 0, resultsPerPage: 10, orderBy: 'id DESC' }
const asks: Record<string, ListQuery> = {
  'first page': first,
  'first page of 200': { ...first, resultsPerPage: 200 },
  'filtered page': { ...first, lastName: 'garc' },
  'sorted page': { ...first, orderBy: 'lastName ASC' },
  'filtered and sorted page': { ...first, status: '1', lastName: 'garc', orderBy: 'expirationDate DESC' },
  'page of those that expire': { ...first, view: 'expiring', orderBy: 'expirationDate ASC' },
}

const counters = Object.values(authorizationSource.views).map((view) =>
  view === '' ? 'count(*)' : `count(*) filter (where ${view})`,
)

/** People like those of the demo, on its accounts. */
const fill = async (owner: pg.Client) => {
  await owner.query(
    `with source as (select *, row_number() over (order by id) - 1 as nth from customer_authorization where tenant_id = 1),
       size as (select count(*) as total from source)
     insert into customer_authorization (tenant_id, id, status, subscriber_code, user_number, first_name, last_name,
       mobile_number, user_email, id_payment_account, id_travel_group, authorization_break1, expiration_date,
       available_times_left, date_created, last_change)
     select 1, 1000000 + n, a.status, a.subscriber_code, 'N' || n, a.first_name, a.last_name, '6' || lpad(n::text, 8, '0'),
       'persona' || n || '@demo.example', a.id_payment_account, a.id_travel_group, a.authorization_break1,
       case when n % 3 = 0 then now() + interval '1 day' * (n % 400 - 20) end, case when n % 4 = 0 then n % 12 end,
       now() - interval '1 minute' * n, now() - interval '1 minute' * n
     from generate_series(1, $1::int) n, size, source a where a.nth = n % size.total`,
    [people],
  )
  await owner.query('select fold_counts()')
  await owner.query('vacuum analyze customer_authorization')
}

export const measure = async (): Promise<Figure[]> => {
  const office = await openOffice()
  try {
    await fill(office.owner)
    const pages = { list, path: '/authorizations/demo/all', asks, rounds: 400 }
    const { figures, desk, client } = await pagesBesideBare(office, pages)
    const counted = await interleaved(
      {
        counts: () => desk.read('/authorizations/demo/counts'),
        pg: () => client.query(`select ${counters.join(', ')} from customer_authorization t where t.tenant_id = 1`),
      },
      { warmUps: 5, rounds: 40 },
    )
    figures.push(ratio('counters', counted.counts, counted.pg, 1.5))
    return figures
  } finally {
    await office.stop()
  }
}

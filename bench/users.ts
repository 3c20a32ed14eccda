import { users } from '@parada/contract/calls/users'
import { type ListQuery, listOf } from '@parada/db/list/list'
import { userSource } from '@parada/db/queries/users'
import type pg from 'pg'
import { openOffice } from './bookings/office.ts'
import { pagesBesideBare } from './kit/list-pages.ts'
import type { Figure } from './kit/report.ts'

const people = Number(process.env.USERS ?? 1_000_000)

export const title = `Users: ${people.toLocaleString('en')} of one tenant, beside their own SQL sent by bare pg`

const list = listOf(users.list.list, userSource)

const first: ListQuery = { pageNumber: 0, resultsPerPage: 100, orderBy: 'id ASC' }
const asks: Record<string, ListQuery> = {
  'first page': first,
  'filtered by phone': { ...first, mobileNumber: '012345' },
  'filtered by e-mail': { ...first, userEmail: 'persona1234' },
  'filtered by name': { ...first, lastName: 'garc' },
  'sorted by name': { ...first, orderBy: 'lastName ASC' },
  'sorted by date': { ...first, orderBy: 'dateCreated DESC' },
}

/** Adds people like those of the demo. The indexes are rebuilt afterwards, which is faster. */
const fill = async (owner: pg.Client) => {
  const { rows } = await owner.query<{ name: string; definition: string }>(`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
    where i.indrelid = 'app_user'::regclass and not exists (select from pg_constraint where conindid = i.indexrelid)`)
  for (const { name } of rows) await owner.query(`drop index ${name}`)
  await owner.query(
    `with source as (select *, row_number() over (order by id) - 1 as nth from customer where tenant_id = 1),
       size as (select count(*) as total from source)
     insert into app_user (tenant_id, id, is_customer, id_white_label, first_name, last_name, user_email,
       prefix_mobile_number, mobile_number, status, date_created)
     select 1, 1000000 + n, true, u.id_white_label, u.first_name, u.last_name, 'persona' || n || '@correo.example', '34',
       '7' || lpad(n::text, 8, '0'), u.status, now() - interval '1 minute' * n
     from generate_series(1, $1::int) n, size, source u where u.nth = n % size.total`,
    [people],
  )
  await owner.query("set maintenance_work_mem = '256MB'")
  for (const { definition } of rows) await owner.query(definition)
  await owner.query('select fold_counts()')
  await owner.query('vacuum analyze app_user')
}

export const measure = async (): Promise<Figure[]> => {
  const office = await openOffice()
  try {
    await fill(office.owner)
    return (await pagesBesideBare(office, { list, path: '/users/demo/all', asks, rounds: 200 })).figures
  } finally {
    await office.stop()
  }
}

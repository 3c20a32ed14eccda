import { listSlowing } from '@parada/db/installation/backup-tables'
import type pg from 'pg'
import { type Office, openOffice } from './bookings/office.ts'
import { interleaved } from './kit/measure.ts'
import { type Figure, ratio } from './kit/report.ts'

export const title = 'Wallets: a page of one among 10,000,000 movements, and among 10,000'

const sizes = { few: 10_000, many: Number(process.env.WALLET_MOVEMENTS ?? 10_000_000) }
/** Movements of each wallet, the same in both sizes: the ledger grows, not one wallet. */
const each = 100
const firstUser = 10_000_000

/** Alternates top-ups of 2 euros with rides of 1 euro. */
const fill = async (owner: pg.Client, movements: number) => {
  const { lift, restore } = await listSlowing(owner)
  await owner.query('begin')
  for (const statement of lift) await owner.query(statement)
  await owner.query(
    `insert into app_user (tenant_id, id, is_customer, id_white_label, first_name, last_name, mobile_number)
     select 1, $1 + n, true, 1, 'Eva', 'Prueba', '7' || lpad(n::text, 8, '0') from generate_series(0, $2::int - 1) n`,
    [firstUser, movements / each],
  )
  await owner.query(
    `insert into wallet_movement (tenant_id, id, id_user, number, kind, amount, balance, date, concept, key, number_before,
       balance_before)
     select 1, 1000000 + n, $1 + n / ${each}, k, case when k % 2 = 1 then 'payment' else 'ride' end, amount,
       (k + 1) / 2 * 200 - k / 2 * 100, now() - interval '1 minute' * (${each} - k), 'Recarga', 'bench ' || n,
       nullif(k - 1, 0), (k + 1) / 2 * 200 - k / 2 * 100 - amount
     from generate_series(0, $2::int - 1) n, lateral (select n % ${each} + 1 as k) nth,
       lateral (select case when k % 2 = 1 then 200 else -100 end as amount) moved`,
    [firstUser, movements],
  )
  for (const statement of restore) await owner.query(statement)
  await owner.query('commit')
  await owner.query('vacuum analyze wallet_movement')
}

const pagesOf = async ({ openDesk }: Office, movements: number) => {
  const desk = await openDesk()
  let asked = 0
  // Another wallet each time, because nobody looks at the same one again and again.
  const read = (page: number) => () => {
    asked += 7_919
    const idUser = firstUser + (asked % (movements / each))
    return desk.read(`/users/demo/profiles/${idUser}/walletMovements?pageNumber=${page}`)
  }
  return { first: read(0), last: read(each / 20 - 1) }
}

export const measure = async (): Promise<Figure[]> => {
  const [few, many] = [await openOffice(), await openOffice()]
  try {
    await fill(few.owner, sizes.few)
    await fill(many.owner, sizes.many)
    const [small, large] = [await pagesOf(few, sizes.few), await pagesOf(many, sizes.many)]
    const taken = await interleaved(
      { many: large.first, few: small.first, manyLast: large.last, fewLast: small.last },
      { warmUps: 200, rounds: 400 },
    )
    return [
      ratio('first page with the balance, of 10,000,000 to 10,000', taken.many, taken.few, 2),
      ratio('last page, of 10,000,000 to 10,000', taken.manyLast, taken.fewLast, 2),
    ]
  } finally {
    await few.stop()
    await many.stop()
  }
}

import { connect } from '@parada/db/connect'

/** Numbers with evenly spread digits: any five digits occur in about fifty of a million rows. */
const insert = `
  insert into number_validation (tenant_id, prefix_mobile_number, mobile_number, validation_code, sms_sent_result,
    date_created, date_validated)
  select $1, (array['34', '34', '34', '351', '44'])[1 + n % 5],
    lpad(((n::bigint * 7919 * 104729) % 1000000000)::text, 9, '6'), lpad((n * 31 % 1000000)::text, 6, '0'),
    (array['delivered', 'delivered', 'sent', 'failed: unreachable'])[1 + n % 4],
    made, case when n % 4 < 3 then made + interval '1 minute' end
  from generate_series(1, $2::int) n, lateral (select now() - interval '1 year' * (1 - n::float / $2::int) as made)`

const indexes = `
  select indexname as name, indexdef as definition from pg_indexes
  where tablename = 'number_validation' and indexname <> 'number_validation_pkey'`

/** Gives the tenant exactly this many number validations. */
export const fillValidations = async (ownerUrl: string, tenantId: number, rows: number) => {
  const client = await connect(ownerUrl, 'bench')
  try {
    await client.query('delete from number_validation where tenant_id = $1', [tenantId])
    // Rebuilding the indexes afterwards takes a quarter of the time.
    const { rows: built } = await client.query<{ name: string; definition: string }>(indexes)
    for (const { name } of built) await client.query(`drop index ${name}`)
    await client.query(insert, [tenantId, rows])
    await client.query(`set maintenance_work_mem = '512MB'`)
    for (const { definition } of built) await client.query(definition)
    await client.query('select fold_counts()')
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

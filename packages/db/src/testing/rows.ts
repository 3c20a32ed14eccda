import type pg from 'pg'

export type Row = Record<string, unknown>
export type TableShape = { table: string; tenantColumn: string | null; references: Reference[]; needed: Column[] }
type Column = { column: string; type: string }
type Reference = { table: string; columns: string[]; targets: string[] }

/** Tables of the whole installation; every other one is under row-level security by tenant. */
export const globalTables = ['claimant', 'installation', 'place', 'schema_migration', 'street_corner', 'street_line']

/** Values that table constraints demand beyond a column's type. */
const particulars: Record<string, (tenant: number) => Row> = {
  tenant: (tenant) => ({ id: tenant, subdomain: `t${tenant}` }),
  app_user: (tenant) => ({ user_email: `ana${tenant}@example.test` }),
  fleet_geo_area: () => ({ geometry_wkt: 'POLYGON((0 0,0 1,1 1,0 0))' }),
  notification: () => ({ receiver_type: 'user' }),
  delivery: () => ({ channel: 'mail', locale: 'es' }),
  message_count: () => ({ channel: 'mail', scope: 'tenant' }),
  // A draft: for any other status a trigger writes the booking's search row itself.
  booking: () => ({ status: 5 }),
  booking_break_config: () => ({ id: 1 }),
  address: () => ({ lat: 40.4, lon: -3.7 }),
  authorization_sheet: () => ({ new_status: 0 }),
  authorization_sheet_row: () => ({ kind: 'new' }),
  invoice: () => ({ period: '2026-03', net: 10, tax_percent: 10, tax: 1, total_amount: 11 }),
  invoice_line: () => ({ net: 10, tax: 1, total: 11 }),
  promo: () => ({ type: 'fixed', amount: 500 }),
  promo_code: (tenant) => ({ type: 'fixed', code: `CODE${tenant}` }),
  wallet_movement: () => ({ number: 1, kind: 'payment', amount: 500, balance: 500, balance_before: 0 }),
  app_link: () => ({ secret: 'x'.repeat(32) }),
  identity_document: () => ({ type: 'selfie', status: 'inReview' }),
  document_look: () => ({ side: 'front' }),
  security_event: () => ({ kind: 'signIn', outcome: 'done' }),
  trip_supplier: () => ({ mode: 'parking' }),
  trip_request: () => ({ what: 'finish' }),
  supplier_link: () => ({ url: 'https://fleet.example', secret: 'x'.repeat(32) }),
}

const samples: Record<string, (name: string, tenant: number) => unknown> = {
  bool: () => true,
  bytea: (name, tenant) => `\\x${Buffer.from(`${name} ${tenant}`).toString('hex')}`,
  date: () => '2026-03-01',
  float8: (_, tenant) => tenant + 0.1,
  int4: (_, tenant) => tenant,
  int8: (_, tenant) => tenant,
  jsonb: (name, tenant) => ({ [name]: tenant, ñ: [null, '"\n'] }),
  lseg: (_, tenant) => `[(0,0),(${tenant},1)]`,
  numeric: (_, tenant) => tenant + 0.25,
  text: (name, tenant) => `${name} ñ€"\n ${tenant}`,
  timestamptz: (_, tenant) => `2${tenant}-03-01T10:11:12.345678Z`,
  uuid: (_, tenant) => `00000000-0000-4000-8000-000000000${tenant}`,
}

/** Every table of the schema, each after those it refers to. */
export const readShapes = async (client: pg.Client): Promise<TableShape[]> => {
  const { rows } = await client.query<TableShape>(`
    select c.relname::text as "table",
      case when c.relname = 'tenant' then 'id' else (select attname::text from pg_attribute
        where attrelid = c.oid and attname = 'tenant_id') end as "tenantColumn",
      coalesce((select json_agg(json_build_object('table', f.confrelid::regclass::text,
        'columns', (select json_agg(attname order by k.n) from unnest(f.conkey) with ordinality k(key, n)
          join pg_attribute on attrelid = f.conrelid and attnum = k.key),
        'targets', (select json_agg(attname order by k.n) from unnest(f.confkey) with ordinality k(key, n)
          join pg_attribute on attrelid = f.confrelid and attnum = k.key)))
        from pg_constraint f where f.conrelid = c.oid and f.contype = 'f'), '[]') as "references",
      coalesce((select json_agg(json_build_object('column', attname, 'type', typname) order by attnum)
        from pg_attribute a join pg_type t on t.oid = a.atttypid
        where attrelid = c.oid and attnum > 0 and not attisdropped and attnotnull and not atthasdef
          and attidentity = ''), '[]') as needed
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by c.relname`)
  const ordered: TableShape[] = []
  const isPlaced = (name: string) => ordered.some(({ table }) => table === name)
  while (ordered.length < rows.length) {
    const next = rows.find(
      ({ table, references }) => !isPlaced(table) && references.every((to) => to.table === table || isPlaced(to.table)),
    )
    if (!next) throw new Error('The tables refer to each other in a circle')
    ordered.push(next)
  }
  return ordered
}

const rowFor = ({ table, tenantColumn, references, needed }: TableShape, tenant: number, made: Map<string, Row>) => {
  const row: Row = {}
  for (const { column, type } of needed) {
    const sample = samples[type]
    if (!sample) throw new Error(`No sample for ${table}.${column} of type ${type}`)
    row[column] = sample(column, tenant)
  }
  for (const { table: target, columns, targets } of references) {
    // An optional reference stays empty; the tenant is set in any case.
    if (columns.every((column) => column in row))
      columns.forEach((column, i) => {
        row[column] = made.get(`${target} ${tenant}`)?.[targets[i] as string]
      })
  }
  if (tenantColumn) row[tenantColumn] = tenant
  return { ...row, ...particulars[table]?.(tenant) }
}

/** Adds a row to every table for each tenant, using the catalogue so that no table is forgotten. */
export const fillEveryTable = async (owner: pg.Client, tenants: number[]) => {
  const shapes = (await readShapes(owner)).filter(({ table }) => table !== 'schema_migration')
  const made = new Map<string, Row>()
  for (const shape of shapes) {
    for (const tenant of tenants) {
      const row = rowFor(shape, tenant, made)
      const columns = Object.keys(row).map((column) => owner.escapeIdentifier(column))
      const { rows } = await owner.query(
        `insert into ${shape.table} (${columns}) select ${columns} from jsonb_populate_record(null::${shape.table}, $1)
         returning to_jsonb(${shape.table}) as row`,
        [JSON.stringify(row)],
      )
      made.set(`${shape.table} ${tenant}`, rows[0].row)
    }
  }
  return made
}

import { required } from '@parada/domain/objects'
import pg from 'pg'

export type Table = { name: string; columns: string[]; types: string[] }
export type Checksum = { rows: string; checksum: string }

const quote = pg.escapeIdentifier

/** Makes every value convert to the same text, whatever the server's own settings are. */
export const plainText = `set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres';
  set extra_float_digits = 1; set bytea_output = 'hex'; set search_path = public`

/** Every table of the installation except the record of its migrations, which is in the backup's first line. */
export const listTables = async (client: pg.Client): Promise<Table[]> =>
  (
    await client.query<Table>(`
      select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns,
        array_agg(format_type(a.atttypid, a.atttypmod) order by a.attnum) as types
      from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'schema_migration'
        and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      group by c.relname order by c.relname collate "C"`)
  ).rows

/** A row as a JSON array of its values' exact text, so that no number or time is converted on the way. */
export const rowText = ({ columns }: Table) =>
  `array_to_json(array[${columns.map((column) => `${quote(column)}::text`).join(', ')}]::text[])::text`

/** Independent of the order of the rows and of the server. */
export const checksumOf = async (client: pg.Client, table: Table): Promise<Checksum> => {
  const { rows } = await client.query<Checksum>(`
    select count(*)::text as rows, coalesce(sum(hashtextextended(line, 0)::numeric), 0)::text as checksum
    from (select ${rowText(table)} as line from ${quote(table.name)}) lines`)
  return required(rows[0])
}

export const insertRows = (client: pg.Client, { name, columns, types }: Table, lines: string[]) =>
  client.query(
    `insert into ${quote(name)} (${columns.map((column) => quote(column)).join(', ')}) overriding system value
     select ${types.map((type, i) => `(line ->> ${i})::${type}`).join(', ')} from json_array_elements($1::json) line`,
    [`[${lines.join(',')}]`],
  )

type Burdens = { lift: string[]; restore: string[] }

/** Foreign keys and indexes, which slow loading down. They must be removed and restored in the same transaction. */
export const listSlowing = async (client: pg.Client): Promise<Burdens> => {
  const references = await client.query(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as lift,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as restore
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0`)
  const indexes = await client.query(`
    select format('drop index %s', indexrelid::regclass) as lift, pg_get_indexdef(indexrelid) as restore
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = 'public'::regnamespace and not exists (select from pg_constraint where conindid = indexrelid)`)
  return {
    lift: [...references.rows, ...indexes.rows].map(({ lift }) => lift),
    restore: [...indexes.rows, ...references.rows].map(({ restore }) => restore),
  }
}

/** Includes triggers too, which would count restored rows a second time. */
export const listBurdens = async (client: pg.Client): Promise<Burdens> => {
  const slowing = await listSlowing(client)
  const triggers = await client.query(`
    select distinct format('alter table %s disable trigger user', tgrelid::regclass) as lift,
      format('alter table %s enable trigger user', tgrelid::regclass) as restore
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = 'public'::regnamespace and not tgisinternal`)
  return {
    lift: [...slowing.lift, ...triggers.rows.map(({ lift }) => lift)],
    restore: [...slowing.restore, ...triggers.rows.map(({ restore }) => restore)],
  }
}

export type Sequence = { name: string; value: string; called: boolean }

export const listSequences = async (client: pg.Client): Promise<Sequence[]> => {
  const { rows } = await client.query<{ name: string }>(
    `select relname::text as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'S' order by relname collate "C"`,
  )
  const sequences: Sequence[] = []
  for (const { name } of rows) {
    const state = await client.query(`select last_value::text as value, is_called as called from ${quote(name)}`)
    sequences.push({ name, ...state.rows[0] })
  }
  return sequences
}

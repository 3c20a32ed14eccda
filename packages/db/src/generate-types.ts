import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'

type Column = { table: string; column: string; type: string; nullable: boolean; generated: 'always' | 'default' | 'no' }

export const schemaFile = join(import.meta.dirname, 'schema.gen.ts')

const scalars: Record<string, string> = {
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  numeric: 'number',
  text: 'string',
  varchar: 'string',
  bpchar: 'string',
  uuid: 'string',
  date: 'string',
  time: 'string',
  interval: 'string',
  bytea: 'Buffer',
  timestamptz: 'Date',
  json: 'unknown',
  jsonb: 'unknown',
  lseg: 'string',
}

const typeOf = ({ table, column, type, nullable, generated }: Column) => {
  const scalar = scalars[type.replace(/^_/, '')]
  if (!scalar) throw new Error(`No TypeScript type for ${table}.${column} of type ${type}`)
  const base = type.startsWith('_') ? `${scalar}[]` : scalar
  const whole = nullable && base !== 'unknown' ? `${base} | null` : base
  if (generated === 'always') return `GeneratedAlways<${whole}>`
  return generated === 'default' ? `Generated<${whole}>` : whole
}

const interfaceName = (table: string) => table.replace(/(^|_)(.)/g, (_, __, letter: string) => letter.toUpperCase())

/** The Kysely types of a migrated database, as text. */
export const generateTypes = async (client: pg.Client | pg.Pool) => {
  const { rows } = await client.query<Column>(`
    select c.relname as "table", a.attname as "column", t.typname as type, not a.attnotnull as nullable,
      case when a.attidentity = 'a' or a.attgenerated <> '' then 'always'
           when a.attidentity = 'd' or a.atthasdef then 'default' else 'no' end as generated
    from pg_class c join pg_attribute a on a.attrelid = c.oid join pg_type t on t.oid = a.atttypid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and a.attnum > 0 and not a.attisdropped
    order by c.relname collate "C", a.attnum`)
  const tables = Map.groupBy(rows, (row) => row.table)
  const used = ['Generated', 'GeneratedAlways'].filter((name) => rows.some((row) => typeOf(row).startsWith(`${name}<`)))
  const interfaces = [...tables].map(
    ([table, columns]) =>
      `export interface ${interfaceName(table)} {\n${columns.map((column) => `  ${column.column}: ${typeOf(column)}`).join('\n')}\n}\n`,
  )
  const entries = [...tables.keys()].map((table) => `  ${table}: ${interfaceName(table)}`).join('\n')
  return [
    '// Written by generate-types.ts from the migrated database; run it after adding a migration.',
    `import type { ${used.join(', ')} } from 'kysely'\n`,
    ...interfaces,
    `export interface DB {\n${entries}\n}\n`,
  ].join('\n')
}

if (import.meta.main) {
  const { withTemporaryDatabase } = await import('./testing/cluster.ts')
  await withTemporaryDatabase(async ({ pool }) => writeFileSync(schemaFile, await generateTypes(pool)))
}

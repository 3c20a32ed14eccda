import type { Field, ListFields } from '@parada/domain/list/fields'

/** The column of a field: passenger_name for passengerName, notification_cc_email for notificationCCEmail. */
export const columnOf = (field: string) =>
  field
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()

/** SQL for those fields that are not read from the column of their name: another column or an expression. */
export type Columns<F extends ListFields> = { readonly [Name in keyof F]?: string }

/** The SQL of each field; `from` is the alias prefix of the table, such as 't.'. */
export const sqlOf = <F extends ListFields>(fields: F, columns: Columns<F> = {}, from = '') => {
  const named = (name: string) => columns[name] ?? from + columnOf(name)
  return new Map(Object.keys(fields).map((name) => [name, named(name)]))
}

/** A time as epoch milliseconds, rounded down, so that nothing seems to happen later than it did. */
export const millisOf = (sql: string) => `floor(extract(epoch from ${sql}) * 1000)::bigint`

const selected = (name: string, { kind }: Field, sql: string) => `${kind === 'time' ? millisOf(sql) : sql} as "${name}"`

/** The select list of a row, with times as epoch milliseconds. */
export const selectOf = (fields: ListFields, sql: ReadonlyMap<string, string>) =>
  Object.entries(fields)
    .map(([name, field]) => selected(name, field, sql.get(name) ?? ''))
    .join(', ')

/** A value in the form that the driver writes to its column. */
export const storedAs = ({ kind }: Pick<Field, 'kind'>, value: unknown) => {
  if (value === null || value === undefined) return null
  if (kind === 'time') return new Date(Number(value))
  return kind === 'record' ? JSON.stringify(value) : value
}

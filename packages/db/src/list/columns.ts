import type { Field, ListFields } from '@parada/domain/list/fields'

/** passengerName is kept in passenger_name, notificationCCEmail in notification_cc_email. */
export const columnOf = (field: string) =>
  field
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()

/** Only the columns that are not called like their field, as SQL: another column or an expression. */
export type Columns<F extends ListFields> = { readonly [Name in keyof F]?: string }

/** Where each field stands; `from` is the table's alias. */
export const sqlOf = <F extends ListFields>(fields: F, columns: Columns<F> = {}, from = '') => {
  const named = (name: string) => columns[name] ?? from + columnOf(name)
  return new Map(Object.keys(fields).map((name) => [name, named(name)]))
}

/** A moment as epoch milliseconds; rounded down, so that nothing seems to have happened before it did. */
export const millisOf = (sql: string) => `floor(extract(epoch from ${sql}) * 1000)::bigint`

const selected = (name: string, { kind }: Field, sql: string) => `${kind === 'time' ? millisOf(sql) : sql} as "${name}"`

/** The select list of a row, with times as epoch milliseconds. */
export const selectOf = (fields: ListFields, sql: ReadonlyMap<string, string>) =>
  Object.entries(fields)
    .map(([name, field]) => selected(name, field, sql.get(name) ?? ''))
    .join(', ')

/** A value as the driver writes it into its column. */
export const storedAs = ({ kind }: Pick<Field, 'kind'>, value: unknown) => {
  if (value === null || value === undefined) return null
  if (kind === 'time') return new Date(Number(value))
  return kind === 'record' ? JSON.stringify(value) : value
}

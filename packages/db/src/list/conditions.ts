import type { Field } from '@parada/domain/list/fields'
import type { Condition } from '@parada/domain/list/filter'

export const escapeLike = (text: string) => text.replace(/[\\%_]/g, (sign) => `\\${sign}`)

/** Adds a value to a statement and returns its placeholder. */
export type Put = (value: unknown) => string

const arrays: Partial<Record<Field['kind'], string>> = { number: 'bigint', decimal: 'numeric', money: 'numeric' }

export const arrayOf = (field: Field, values: readonly unknown[]) =>
  arrays[field.kind] ?? (typeof values[0] === 'number' ? 'bigint' : 'text')

export const conditionSql = (field: Field, sql: string, condition: Condition, put: Put) => {
  switch (condition.test) {
    case 'contains':
      return `${sql} ilike ${put(`%${escapeLike(condition.text)}%`)}`
    case 'is':
      return `${sql} = ${put(condition.value)}::boolean`
    case 'during':
      return `${sql} >= ${put(new Date(condition.from))} and ${sql} < ${put(new Date(condition.before))}`
    case 'between': {
      const { from, to } = condition
      const ends = [from !== undefined && `${sql} >= ${put(from)}`, to !== undefined && `${sql} <= ${put(to)}`]
      return ends.filter(Boolean).join(' and ')
    }
    case 'anyOf': {
      const { values } = condition
      const type = arrayOf(field, values)
      if (field.kind === 'texts') return `${sql} && ${put(values)}::text[]`
      return values.length === 1 ? `${sql} = ${put(values[0])}::${type}` : `${sql} = any(${put(values)}::${type}[])`
    }
  }
}

import { FrontConfig } from '@parada/contract/calls/whitelabels'
import { isKeyOf, isRecord } from '@parada/domain/objects'
import { faultsIn, Refused } from './refused.ts'

export type Fields = Record<string, unknown>

/** Checks the branding and flags of a tenant as the product reads them. */
export const checkFrontConfig = (given: Fields): FrontConfig => {
  const read = FrontConfig.safeParse(given)
  if (!read.success) throw new Refused(faultsIn(read.error).join('\n'))
  if (read.data.name.trim() === '') throw new Refused('name: must not be empty')
  return read.data
}

export const asFields = (value: unknown): Fields => {
  if (!isRecord(value)) throw new Refused('The front config must be a JSON object')
  return { ...value }
}

const json = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Converts a typed value to the type of its field: a name stays a text even if it looks like a number. */
const fieldValue = (key: string, text: string) => {
  const field = isKeyOf(FrontConfig.shape, key) ? FrontConfig.shape[key] : undefined
  return field?.safeParse(text).success ? text : json(text)
}

/** The config with these pairs set; a pair without a value removes its key. */
export const changed = (config: Fields, pairs: [string, string][]): Fields => {
  const fields = new Map(Object.entries(config))
  for (const [key, text] of pairs) {
    if (text === '') fields.delete(key)
    else fields.set(key, fieldValue(key, text))
  }
  return Object.fromEntries(fields)
}

/** Keys that this version does not know. They may be newer than it, or mistyped: only a person can tell. */
export const unknownKeys = (config: Fields) => Object.keys(config).filter((key) => !isKeyOf(FrontConfig.shape, key))

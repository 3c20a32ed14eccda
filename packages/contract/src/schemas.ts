import { recordOf } from '@parada/domain/objects'
import { z } from 'zod'

/** Common field types: most fields of a record have one type or are empty. Moments are epoch milliseconds. */
export const id = z.int()
export const maybeId = id.nullish()
export const maybeWhole = z.int32().nullish()
export const maybeNumber = z.number().min(-99_999_999).max(99_999_999).nullish()
export const maybeText = z.string().max(2_000).nullish()
export const maybeFlag = z.boolean().nullish()
export const maybeMoment = z.int().min(0).max(8.64e15).nullish()
export const lat = z.number().min(-90).max(90)
export const lon = z.number().min(-180).max(180)

/** Gives several fields the same type. */
export const each = <const Name extends string, Field extends z.ZodType>(field: Field, names: readonly Name[]) =>
  recordOf(names, () => field)

import type { Call } from '@parada/contract/kit'

/** Every query about one record is below this key. Live events invalidate it, so that what is open is fetched again. */
export const recordKey = (call: Pick<Call, 'base' | 'path'>, id: number) =>
  ['record', call.base, call.path, id] as const

/** Whether the key belongs to a part of the record, and not the record itself. */
export const isPartOf = (key: readonly unknown[], queryKey: readonly unknown[]) => queryKey.length > key.length

/** Who else is on a record just now: told by live events, shown wherever the record is. */
export const presenceKey = (...record: Parameters<typeof recordKey>) => [...recordKey(...record), 'presence'] as const

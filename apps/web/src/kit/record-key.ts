import type { Call } from '@parada/contract/kit'

/** Everything asked about one record hangs under this key: live events invalidate it to have what is open fetched again. */
export const recordKey = (call: Pick<Call, 'base' | 'path'>, id: number) =>
  ['record', call.base, call.path, id] as const

/** What hangs on a record, beside the record itself. */
export const isPartOf = (key: readonly unknown[], queryKey: readonly unknown[]) => queryKey.length > key.length

/** Who else is on a record just now: told by live events, shown wherever the record is. */
export const presenceKey = (...record: Parameters<typeof recordKey>) => [...recordKey(...record), 'presence'] as const

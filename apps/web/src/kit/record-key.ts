import type { Call } from '@parada/contract/kit'

type RecordCall = Pick<Call, 'base' | 'path'>

/** Every query about records of this kind is below this key. */
export const recordsKey = ({ base, path }: RecordCall) => ['record', base, path] as const

/** Every query about one record is below this key. Live events invalidate it, so that what is open is fetched again. */
export const recordKey = (call: RecordCall, id: number) => [...recordsKey(call), id] as const

/** Whether the key belongs to a part of the record, and not the record itself. */
export const isPartOf = (key: readonly unknown[], queryKey: readonly unknown[]) => queryKey.length > key.length

/** Who else is on a record just now: told by live events, shown wherever the record is. */
export const presenceKey = (...record: Parameters<typeof recordKey>) => [...recordKey(...record), 'presence'] as const

import type { Call } from '@parada/contract/kit'

type RecordCall = Pick<Call, 'base' | 'path'>

/** The prefix of every query key for records of this kind. */
export const recordsKey = ({ base, path }: RecordCall) => ['record', base, path] as const

/**
 * The prefix of every query key for one record. Live events invalidate it, so that everything open is fetched again.
 */
export const recordKey = (call: RecordCall, id: number) => [...recordsKey(call), id] as const

/** Whether the key belongs to a part of the record rather than the record itself. */
export const isPartOf = (key: readonly unknown[], queryKey: readonly unknown[]) => queryKey.length > key.length

/** The query key for who else has a record open: set by live events, shown wherever the record is. */
export const presenceKey = (...record: Parameters<typeof recordKey>) => [...recordKey(...record), 'presence'] as const

import type { AnyRow } from '../declare/list-types.ts'

/** The rows on screen. */
export type HeldRows = {
  rows: readonly AnyRow[]
  /** Keys of rows that no longer exist but are still shown in their final state. */
  gone: ReadonlySet<unknown>
  /** How many new rows are waiting to be shown. */
  fresh: number
}

const nobody: ReadonlySet<unknown> = new Set()

export const released = (rows: readonly AnyRow[]): HeldRows => ({ rows, gone: nobody, fresh: 0 })

type HoldInput = {
  /** The rows on screen. */
  shown: readonly AnyRow[]
  /** The rows to show if the order were not held. */
  wanted: readonly AnyRow[]
  /** All existing rows, by key. */
  all: ReadonlyMap<unknown, AnyRow>
  keyOf: (row: AnyRow) => unknown
  lastWord: (row: AnyRow) => AnyRow
  /** The page size, if the rows are those of one page: each row that comes in pushes another out at the end. */
  fullPage?: number | undefined
}

/** The same rows in the same places, each with its current content. */
export const holdStill = ({ shown, wanted, all, keyOf, lastWord, fullPage }: HoldInput): HeldRows => {
  const gone = new Set<unknown>()
  const places = new Set<unknown>()
  const rows = shown.map((row) => {
    const key = keyOf(row)
    places.add(key)
    const current = all.get(key)
    if (current !== undefined) return current
    gone.add(key)
    return lastWord(row)
  })
  let fresh = 0
  for (const row of wanted) if (!places.has(keyOf(row))) fresh++
  if (wanted.length === fullPage) for (const row of shown.slice(shown.length - fresh)) gone.delete(keyOf(row))
  return { rows, gone, fresh }
}

/** A pointer at rest for this long no longer counts as attention. */
export const pointerRestMs = 10_000

/** Signs that somebody is using the rows: a moving pointer or the focus. */
export type Attention = { pointerAt: number | undefined; isFocused: boolean }

export const isHolding = ({ pointerAt, isFocused }: Attention, now: number) =>
  isFocused || (pointerAt !== undefined && now - pointerAt < pointerRestMs)

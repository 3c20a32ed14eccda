import type { AnyRow } from '../declare/list-types.ts'

/** Rows as they stand on the screen. */
export type HeldRows = {
  rows: readonly AnyRow[]
  /** Those that are no longer there, kept for their last word. */
  gone: ReadonlySet<unknown>
  /** How many would be there and are not shown yet. */
  fresh: number
}

const nobody: ReadonlySet<unknown> = new Set()

export const released = (rows: readonly AnyRow[]): HeldRows => ({ rows, gone: nobody, fresh: 0 })

type HoldInput = {
  /** What is on the screen. */
  shown: readonly AnyRow[]
  /** What would be there if nobody were looking. */
  wanted: readonly AnyRow[]
  /** Everything there is, by key. */
  all: ReadonlyMap<unknown, AnyRow>
  keyOf: (row: AnyRow) => unknown
  lastWord: (row: AnyRow) => AnyRow
  /** How many rows a page holds, where the rows are those of a page: what comes in pushes as many out at its end. */
  fullPage?: number | undefined
}

/** The same rows in the same places, each as it is by now: what changed changes where it stands. */
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

/** A pointer that rests this long looks at nothing. */
export const pointerRestMs = 10_000

/** Who is at the rows: a hand on the pointer, or the focus. */
export type Attention = { pointerAt: number | undefined; isFocused: boolean }

export const isHolding = ({ pointerAt, isFocused }: Attention, now: number) =>
  isFocused || (pointerAt !== undefined && now - pointerAt < pointerRestMs)

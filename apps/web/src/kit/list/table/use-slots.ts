import { useRef } from 'react'

/**
 * Rows that stay keep their slot; new rows take the slots of rows that left, and only then new ones. They take none
 * from below the next row that stays: to move a row up, React moves every row it passes, and each moved row is laid out
 * and painted again.
 */
export const assignSlots = (before: ReadonlyMap<unknown, number>, ids: readonly unknown[]) => {
  const staying = new Set(ids)
  const places = new Map([...before.keys()].map((id, place) => [id, place]))
  const free = [...before].filter(([id]) => !staying.has(id))
  const limits = new Map<unknown, number>()
  let limit = before.size
  for (const id of ids.toReversed()) {
    limit = places.get(id) ?? limit
    limits.set(id, limit)
  }
  const takeFree = (id: unknown) => {
    const [went] = free[0] ?? []
    return free.length > 0 && Number(places.get(went)) < Number(limits.get(id)) ? free.shift()?.[1] : undefined
  }
  const slots = new Map<unknown, number>()
  let fresh = Math.max(-1, ...before.values()) + 1
  for (const id of ids) slots.set(id, before.get(id) ?? takeFree(id) ?? fresh++)
  return slots
}

/**
 * A React key for each drawn row. Reusing the key of a row that left makes React write new text into its cells, which
 * costs a fraction of creating thirty cells, and filtering and scrolling do little else.
 */
export const useSlots = (ids: readonly unknown[]) => {
  const kept = useRef<ReadonlyMap<unknown, number>>(new Map())
  kept.current = assignSlots(kept.current, ids)
  return kept.current
}

import { useRef } from 'react'

/** Rows that stay keep their slot; those that come take the slots of those that went, and only then new ones. */
export const assignSlots = (before: ReadonlyMap<unknown, number>, ids: readonly unknown[]) => {
  const slots = new Map<unknown, number>()
  const staying = new Set(ids)
  const free = [...before].filter(([id]) => !staying.has(id)).map(([, slot]) => slot)
  let fresh = Math.max(-1, ...before.values()) + 1
  for (const id of ids) slots.set(id, before.get(id) ?? free.shift() ?? fresh++)
  return slots
}

/**
 * A key for each drawn row, under which React writes new text into the cells of a row that left: that costs a fraction
 * of making thirty cells anew, and filtering and scrolling do little else.
 */
export const useSlots = (ids: readonly unknown[]) => {
  const kept = useRef<ReadonlyMap<unknown, number>>(new Map())
  kept.current = assignSlots(kept.current, ids)
  return kept.current
}

import { useCallback, useMemo, useRef, useState } from 'react'

type Keys = ReadonlySet<unknown>

const nothing: Keys = new Set()

const between = (keys: readonly unknown[], one: unknown, other: unknown) => {
  const [from, to] = [keys.indexOf(one), keys.indexOf(other)].sort((a, b) => a - b) as [number, number]
  return from < 0 ? [other] : keys.slice(from, to + 1)
}

/** Picks or unpicks one row. Extending adds all rows from the last picked one to this one. */
export const pickedAfter = (
  picked: Keys,
  key: unknown,
  { page, anchor, isExtending }: { page: readonly unknown[]; anchor: unknown; isExtending: boolean },
): Keys => {
  if (isExtending && anchor !== undefined) return new Set([...picked, ...between(page, anchor, key)])
  const after = new Set(picked)
  if (!after.delete(key)) after.add(key)
  return after
}

/** Picks the whole page, or unpicks it if all of it is picked already. */
export const pageAfter = (picked: Keys, page: readonly unknown[]): Keys =>
  page.every((key) => picked.has(key))
    ? new Set([...picked].filter((key) => !page.includes(key)))
    : new Set([...picked, ...page])

/** The picked rows. Rows that disappear are no longer picked. */
export const usePicked = (all: ReadonlyMap<unknown, unknown>, page: readonly unknown[]) => {
  const [chosen, setChosen] = useState(nothing)
  const anchor = useRef<unknown>(undefined)
  const picked = useMemo(() => {
    const there = [...chosen].filter((key) => all.has(key))
    return there.length === chosen.size ? chosen : new Set(there)
  }, [chosen, all])
  const shown = useRef(page)
  shown.current = page

  const onPick = useCallback((key: unknown, isExtending: boolean) => {
    const given = { page: shown.current, anchor: anchor.current, isExtending }
    setChosen((before) => pickedAfter(before, key, given))
    anchor.current = key
  }, [])
  const onPage = useCallback(() => {
    const page = shown.current
    setChosen((before) => pageAfter(before, page))
  }, [])
  const onClear = useCallback(() => setChosen(nothing), [])
  return { picked, onPick, onPage, onClear }
}

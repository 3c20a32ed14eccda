import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import type { ListDefinition } from '../declare/list-definition.ts'
import type { AnyRow } from '../declare/list-types.ts'
import { actionsFor, shownFor } from '../declare/row-actions.ts'

type Layer = { keys: readonly unknown[]; rows: readonly AnyRow[]; draw: (rows: readonly AnyRow[]) => ReactNode }

type Options = {
  list: ListDefinition
  all: ReadonlyMap<unknown, AnyRow>
  known: unknown
  picked: ReadonlySet<unknown>
  onClear: () => void
  onActing: (isActing: boolean) => void
}

const noTools = () => undefined

/** The actions available for one or several rows, and the one in progress. */
export const useRowActions = ({ list, all, known, picked, onClear, onActing }: Options) => {
  const [layer, setLayer] = useState<Layer>()
  const [isBusy, setBusy] = useState(false)
  const [menu, setMenu] = useState<{ key: unknown; at: { x: number; y: number } }>()
  const isActing = isBusy || layer !== undefined || menu !== undefined
  useEffect(() => {
    if (isActing) return onActing(true)
    // A dialog returns the focus to its row right after it closes; the timeout keeps the row in place until then.
    const timer = setTimeout(() => onActing(false))
    return () => clearTimeout(timer)
  }, [isActing, onActing])
  const useTools = list.rowActions?.use ?? noTools
  const tools = useTools()
  // The latest action wins: an earlier one that is still waiting must not put a layer over it.
  const turn = useRef(0)
  const actions = list.rowActions?.actions ?? []
  const rowsOf = (keys: readonly unknown[]): AnyRow[] =>
    keys.flatMap((key): AnyRow[] => {
      const row = all.get(key)
      return row ? [row] : []
    })
  const offered = (keys: readonly unknown[], isMany: boolean) => actionsFor(actions, rowsOf(keys), known, isMany)
  const shown = (keys: readonly unknown[], isMany: boolean) => shownFor(offered(keys, isMany), rowsOf(keys), known)
  const isMany = picked.size > 0

  const act = async (id: string, keys: readonly unknown[], isMany: boolean) => {
    const action = offered(keys, isMany).find((one) => one.id === id)
    if (!action) return
    const mine = ++turn.current
    const rows = rowsOf(keys)
    const isLast = () => turn.current === mine
    setLayer(undefined)
    setBusy(true)
    try {
      await action.run(rows, {
        known,
        tools,
        isMany,
        show: (draw) => isLast() && setLayer({ keys, rows, draw }),
        close: (isDone) => {
          if (isLast()) setLayer(undefined)
          if (isDone) onClear()
        },
      })
    } finally {
      if (isLast()) setBusy(false)
    }
  }
  /** Acts on the picked rows, or else on the focused row. */
  const actOn = (action: string, focused: unknown) => {
    if (isMany) void act(action, [...picked], true)
    else if (focused !== undefined) void act(action, [focused], false)
  }
  return {
    actions,
    offeredForPicked: isMany ? shown([...picked], true) : [],
    offeredFor: (key: unknown) => shown([key], false),
    actOn,
    actOnPicked: (action: string) => void act(action, [...picked], true),
    act: (action: string, key: unknown) => void act(action, [key], false),
    /** Drawn with the rows in their current state; a row that no longer exists stays as it was. */
    layer: layer?.draw(layer.keys.map((key, at) => all.get(key) ?? (layer.rows[at] as AnyRow))),
    menu,
    openMenu: useCallback((key: unknown, at: { x: number; y: number }) => setMenu({ key, at }), []),
    closeMenu: useCallback(() => setMenu(undefined), []),
  }
}

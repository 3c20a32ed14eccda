import { useCallback, useState } from 'react'
import type { ListDefinition } from './list-definition.ts'
import { actionsFor } from './row-actions.ts'

type Asked = { action: string; keys: readonly unknown[]; rows: readonly unknown[]; isMany: boolean }

type Given = {
  list: ListDefinition
  all: ReadonlyMap<unknown, unknown>
  known: unknown
  picked: ReadonlySet<unknown>
  onClear: () => void
}

/** What can be done to a row or to several, and what is being done. */
export const useRowActions = ({ list, all, known, picked, onClear }: Given) => {
  const [asked, setAsked] = useState<Asked>()
  const [menu, setMenu] = useState<{ key: unknown; at: { x: number; y: number } }>()
  const actions = list.rowActions?.actions ?? []
  const rowsOf = (keys: readonly unknown[]) => keys.flatMap((key) => all.get(key) ?? [])
  const offered = (keys: readonly unknown[], isMany: boolean) => actionsFor(actions, rowsOf(keys), known, isMany)
  const isMany = picked.size > 0

  const act = (action: string, keys: readonly unknown[], isMany: boolean) => {
    if (!offered(keys, isMany).some(({ id }) => id === action)) return
    setAsked({ action, keys, rows: rowsOf(keys), isMany })
  }
  /** On what was picked, else on the row that has the focus. */
  const actOn = (action: string, focused: unknown) => {
    if (isMany) act(action, [...picked], true)
    else if (focused !== undefined) act(action, [focused], false)
  }
  const close = useCallback(
    (isDone?: boolean) => {
      setAsked(undefined)
      if (isDone) onClear()
    },
    [onClear],
  )
  return {
    actions,
    offeredForPicked: isMany ? offered([...picked], true) : [],
    offeredFor: (key: unknown) => offered([key], false),
    actOn,
    actOnPicked: (action: string) => act(action, [...picked], true),
    act: (action: string, key: unknown) => act(action, [key], false),
    /** The rows as they are by now; one that is gone, as it was. */
    asked: asked && { ...asked, rows: asked.keys.map((key, at) => all.get(key) ?? asked.rows[at]) },
    close,
    menu,
    openMenu: useCallback((key: unknown, at: { x: number; y: number }) => setMenu({ key, at }), []),
    closeMenu: useCallback(() => setMenu(undefined), []),
  }
}

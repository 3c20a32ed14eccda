import type { ReactNode } from 'react'
import type { AnyRow } from './list-types.ts'

/** The context that an action runs in. */
export type ActionContext<Row = AnyRow, Known = unknown, Tools = unknown> = {
  known: Known
  tools: Tools
  isMany: boolean
  /** Shows a layer over the list until it is closed. The layer is given the rows in their current state. */
  show: (layer: (rows: readonly Row[]) => ReactNode) => void
  /** Closing with true also unpicks the rows. */
  close: (isDone?: boolean) => void
}

/** An action on a row. Its shortcut works while the row has the focus. */
export type RowAction<Row = AnyRow, Known = unknown, Tools = unknown> = {
  id: string
  /** Message key. */
  label: string
  shortcut: string
  /** Whether the action can be applied to a row. Otherwise it is not offered. */
  isFor?(row: Row, known: Known): boolean
  /** If false, no button or menu offers the action, but its shortcut still works, to say why it would be refused. */
  isShown?(row: Row, known: Known): boolean
  /** Enter runs it as well, on a row that leads nowhere. */
  onEnter?: boolean
  /** Also offered for several rows at once. */
  forMany?: boolean
  /** Runs the action, at once or by showing a modal. */
  run(rows: readonly Row[], context: ActionContext<Row, Known, Tools>): unknown
}

export type RowActions<Row = AnyRow, Known = unknown, Tools = unknown> = {
  /** A hook, called once for the whole list, that provides what the actions need from React. */
  use?(): Tools
  actions: readonly RowAction<Row, Known, Tools>[]
}

/** The actions offered for these rows. For several rows, an action has to apply to at least one of them. */
export const actionsFor = (
  actions: readonly RowAction[],
  rows: readonly AnyRow[],
  known: unknown,
  isMany: boolean,
): readonly RowAction[] =>
  actions.filter(({ isFor, forMany }) => (!isMany || forMany) && (!isFor || rows.some((row) => isFor(row, known))))

/** The offered actions that menus, bars and hints show. */
export const shownFor = (offered: readonly RowAction[], rows: readonly AnyRow[], known: unknown) =>
  offered.filter(({ isShown }) => !isShown || rows.some((row) => isShown(row, known)))

/** Whether some action can be applied to several rows. Until the rows have arrived, any action for several counts. */
export const mayPick = (
  rowActions: RowActions | undefined,
  all: ReadonlyMap<unknown, AnyRow> | undefined,
  known: unknown,
) => {
  const forMany = rowActions?.actions.filter((action) => action.forMany) ?? []
  if (!all || forMany.some(({ isFor }) => !isFor)) return forMany.length > 0
  // Runs on every change of a live list. The first row usually decides, so each row is checked for all actions in turn.
  for (const row of all.values()) if (forMany.some(({ isFor }) => isFor?.(row, known))) return true
  return false
}

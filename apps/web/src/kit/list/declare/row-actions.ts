import type { ReactNode } from 'react'
import type { AnyRow } from './list-types.ts'

/** What an action works with. */
export type ActionContext<Row = AnyRow, Known = unknown, Tools = unknown> = {
  known: Known
  tools: Tools
  isMany: boolean
  /** Lays something over the list until it is closed; it is given the rows as they are by then. */
  show: (layer: (rows: readonly Row[]) => ReactNode) => void
  /** Closed with true, the rows that were picked are let go. */
  close: (isDone?: boolean) => void
}

/** Something that can be done to a row; its key is heard while the row has the focus. */
export type RowAction<Row = AnyRow, Known = unknown, Tools = unknown> = {
  id: string
  /** Message key. */
  label: string
  shortcut: string
  /** Where it cannot be done it is not offered. */
  isFor?(row: Row, known: Known): boolean
  /** Where it would only be refused its key is heard, to say why, and nothing offers it. */
  isShown?(row: Row, known: Known): boolean
  /** Done by Enter, too, on a row that leads nowhere. */
  onEnter?: boolean
  /** Offered for several rows at once, too. */
  forMany?: boolean
  /** Does it: at once, or by showing a modal. */
  run(rows: readonly Row[], context: ActionContext<Row, Known, Tools>): unknown
}

export type RowActions<Row = AnyRow, Known = unknown, Tools = unknown> = {
  /** A hook, called once for the whole list: what the actions need of React. */
  use?(): Tools
  actions: readonly RowAction<Row, Known, Tools>[]
}

/** What is offered for these rows: for several, whatever can be done to at least one of them. */
export const actionsFor = (
  actions: readonly RowAction[],
  rows: readonly AnyRow[],
  known: unknown,
  isMany: boolean,
): readonly RowAction[] =>
  actions.filter(({ isFor, forMany }) => (!isMany || forMany) && (!isFor || rows.some((row) => isFor(row, known))))

/** Those of them that menus, bars and hints show. */
export const shownFor = (offered: readonly RowAction[], rows: readonly AnyRow[], known: unknown) =>
  offered.filter(({ isShown }) => !isShown || rows.some((row) => isShown(row, known)))

/** Whether anything can be done to several rows at once; of all of them, or of whichever may still come. */
export const mayPick = (
  rowActions: RowActions | undefined,
  all: ReadonlyMap<unknown, AnyRow> | undefined,
  known: unknown,
) => {
  const forMany = rowActions?.actions.filter((action) => action.forMany) ?? []
  if (!all || forMany.some(({ isFor }) => !isFor)) return forMany.length > 0
  // Asked with every change of a live list. The first row mostly says it, so each row is asked for all actions in turn.
  for (const row of all.values()) if (forMany.some(({ isFor }) => isFor?.(row, known))) return true
  return false
}

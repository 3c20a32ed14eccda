import type { ComponentType } from 'react'

/** Something that can be done to a row; its key is heard while the row has the focus. */
export type RowAction<Row, Known> = {
  id: string
  /** Message key. */
  label: string
  shortcut: string
  /** Where it cannot be done it is not offered. */
  isFor?: (row: Row, known: Known) => boolean
  /** Offered for several rows at once, too. */
  forMany?: boolean
}

export type RowActions<Row, Known> = {
  actions: readonly RowAction<Row, Known>[]
  /** Does what was asked for: at once, or by opening a modal over the list. Closed with true, the rows are let go. */
  component: ComponentType<{
    action: string
    rows: readonly Row[]
    isMany: boolean
    known: Known
    onClose: (isDone?: boolean) => void
  }>
}

type Offers = RowActions<never, never>['actions']

/** What is offered for these rows: for several, whatever can be done to at least one of them. */
export const actionsFor = (actions: Offers, rows: readonly unknown[], known: unknown, isMany: boolean) =>
  actions.filter(
    ({ isFor, forMany }) => (!isMany || forMany) && (!isFor || rows.some((row) => isFor(row as never, known as never))),
  )

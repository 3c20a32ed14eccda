import type { ListFields } from '@parada/domain/list/fields'
import type { ComponentType } from 'react'

/** A row of any list, keyed by field name. */
export type AnyRow = Readonly<Record<string, unknown>>

/** A subset of the rows that can be shown alone, with its count. */
export type View<Row = AnyRow> = {
  key: string
  /** Message key. */
  label: string
  /** Whether a row belongs to the view, in a list filtered in the browser. Without it, all rows do. */
  includes?(row: Row): boolean
  /** The filters to send, if the server does not know the view by name. */
  filters?: Readonly<Record<string, string>>
}

/** How a row stands out: by a colour and, for people who cannot see it, a sign in front. */
export type Tone = { tone: 'bad' | 'warning' | 'plain' | 'faded'; sign: string }

/** Facts that the records themselves do not contain, derived from the clock and from other calls. */
export type DerivedFacts<Record = AnyRow, Facts extends object = AnyRow, Known = unknown> = {
  everyMs: number
  /** The facts shown as columns. */
  fields: ListFields
  /**
   * A hook, called once for the whole list. Its result must keep its identity as long as its content stays the same.
   */
  use(): Known
  /** Plain values only: rows whose facts stay the same are not drawn again. */
  facts(record: Record, told: { known: Known; now: number; isGone: boolean }): Facts
}

export type BesideProps<Row = AnyRow, Known = unknown> = {
  /** All rows of the view, across pages. */
  rows: readonly Row[]
  known: Known
  /** The row last chosen or reached with the arrow keys. */
  chosen: unknown
  onChoose: (key: unknown) => void
}

/** A panel that opens beside the table, by its button or shortcut. */
export type Beside<Row = AnyRow, Known = unknown> = {
  /** Message keys for showing the list without and with the panel. */
  without: string
  with: string
  shortcut: string
  /** Offered to everybody by default. */
  isFor?(known: Known): boolean
  component: ComponentType<BesideProps<Row, Known>>
}

/** An action on a part of the list rather than on a row, by its button or shortcut. */
export type ListCommand<Known = unknown> = {
  /** Message key. */
  label: string
  shortcut: string
  isFor(view: string | undefined, known: Known): boolean
  /** Opens over the list and receives the query that the list is narrowed by. */
  modal: ComponentType<{ view: string | undefined; query: Readonly<Record<string, unknown>>; onClose: () => void }>
}

/** Creates a record on a screen of its own: a button with the shortcut N. */
export type CreateAt<Known = unknown> = { label: string; to: string; isFor?(known: Known): boolean }

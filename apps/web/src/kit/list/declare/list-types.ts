import type { ListFields } from '@parada/domain/list/fields'
import type { ComponentType } from 'react'

/** A row of any list, by the names of its fields. */
export type AnyRow = Readonly<Record<string, unknown>>

/** A part of the rows that can be looked at alone, with how many they are. */
export type View<Row = AnyRow> = {
  key: string
  /** Message key. */
  label: string
  /** Rows of a list that is filtered in the browser; left out, all of them. */
  includes?(row: Row): boolean
  /** What it asks the server for, where that does not know it by name. */
  filters?: Readonly<Record<string, string>>
}

/** What makes a row stand out: a colour, and for those who do not see it a sign in front. */
export type Tone = { tone: 'bad' | 'warning' | 'plain' | 'faded'; sign: string }

/** What rows say that their records do not: with the clock, and with what other calls tell. */
export type Derived<Record = AnyRow, Facts extends object = AnyRow, Known = unknown> = {
  everyMs: number
  /** The facts that are shown as columns. */
  fields: ListFields
  /** A hook, called once for the whole list; its result keeps its identity as long as it says the same. */
  use(): Known
  /** Plain values alone: rows whose facts are the same are not drawn again. */
  facts(record: Record, told: { known: Known; now: number; isGone: boolean }): Facts
}

export type BesideProps<Row = AnyRow, Known = unknown> = {
  /** All rows of the view, on whatever page. */
  rows: readonly Row[]
  known: Known
  /** The row that was last walked to or chosen. */
  chosen: unknown
  onChoose: (key: unknown) => void
}

/** A panel that can be opened beside the table, by its button or the key. */
export type Beside<Row = AnyRow, Known = unknown> = {
  /** Message keys of the two ways to look at the list. */
  without: string
  with: string
  shortcut: string
  /** Offered to everybody unless this says otherwise. */
  isFor?(known: Known): boolean
  component: ComponentType<BesideProps<Row, Known>>
}

/** Something that is done to a part of the list rather than to a row, by its button or the key. */
export type ListCommand<Known = unknown> = {
  /** Message key. */
  label: string
  shortcut: string
  isFor(view: string | undefined, known: Known): boolean
  /** Opens over the list; it is given what the list is narrowed to. */
  modal: ComponentType<{ view: string | undefined; query: Readonly<Record<string, unknown>>; onClose: () => void }>
}

/** The way to a new record that is made on a screen of its own: a button with the key N. */
export type CreateAt<Known = unknown> = { label: string; to: string; isFor?(known: Known): boolean }

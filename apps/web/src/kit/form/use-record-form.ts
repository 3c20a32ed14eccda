import type { Conflict } from '@parada/contract/kit'
import { useState } from 'react'
import type { CallFailed } from '../client.ts'
import type { Changes, ClashQuestion } from './meanwhile.tsx'
import { type FormOptions, useForm } from './use-form.ts'

/** An entry in the record's journal: who changed what, and the resulting version. */
type ChangeLine = {
  version: number
  who: string
  at: number
  before: Readonly<Record<string, unknown>>
  after: Readonly<Record<string, unknown>>
}

export type RecordFormOptions<Values extends object, Answer> = Omit<FormOptions<Values, Answer>, 'send'> & {
  /** The latest known version of the record, and the version when the form was opened or last saved. */
  version: number
  seen: number
  /** The changes to the record, as far as they are known. */
  journal: readonly ChangeLine[]
  /**
   * The fields that saving would write. If others changed only different fields, the form is sent again on top of their
   * version without asking.
   */
  writes?: ((values: Values) => readonly string[]) | undefined
  /** The names of an input and its value, for inputs that somebody else has changed as well. */
  words?:
    | ((name: Extract<keyof Values, string>, value: unknown) => { label?: string; value?: string } | undefined)
    | undefined
  send: (values: Values, version: number) => Promise<Answer>
}

const changesOf = (lines: readonly ChangeLine[]): Changes =>
  lines.flatMap(({ before, after, who, at }) =>
    Object.entries(after).map(([field, value]) => ({ field, before: before[field] ?? null, after: value, who, at })),
  )

/**
 * What others have changed since the form was opened, and the version to send: the latest one whose changes the user
 * has been shown, so that nothing unseen is overwritten.
 */
const meanwhileOf = (
  { seen, version, journal }: Pick<RecordFormOptions<object, unknown>, 'seen' | 'version' | 'journal'>,
  conflict: Conflict | undefined,
) => {
  const lines = version > seen ? journal.filter((line) => line.version > seen) : []
  const told = Math.max(seen, conflict?.version ?? 0, ...lines.map((line) => line.version))
  return { version: told, changes: conflict && conflict.version >= told ? conflict.changes : changesOf(lines) }
}

const plainWords = (value: unknown) =>
  value !== null && typeof value === 'object' && 'addressField' in value
    ? String(value.addressField ?? '')
    : String(value ?? '')

/** Attempts to save on top of other users' changes. */
const mostTries = 3

/** A form for a versioned record that notices changes made by others in the meantime. */
export const useRecordForm = <Values extends object, Answer>(given: RecordFormOptions<Values, Answer>) => {
  const { version: known, seen, journal, writes, words, ...options } = given
  const [conflict, setConflict] = useState<Conflict>()
  const isOpen = conflict !== undefined && conflict.version > seen
  const meanwhile = meanwhileOf({ seen, version: known, journal }, isOpen ? conflict : undefined)
  // A form that follows the record shows its latest values, so the user has seen them.
  const version = options.follows ? Math.max(known, seen) : meanwhile.version
  const sendOnTop = async (values: Values, on: number, triesLeft = mostTries): Promise<Answer> => {
    try {
      return await options.send(values, on)
    } catch (cause) {
      const theirs = (cause as CallFailed).meta?.conflict
      const own = writes?.(values)
      const isApart = theirs && own && !theirs.changes.some(({ field }) => own.includes(field))
      if (!isApart || triesLeft <= 1) throw cause
      return sendOnTop(values, theirs.version, triesLeft - 1)
    }
  }
  const form = useForm<Values, Answer>({
    ...options,
    send: (values) => sendOnTop(values, version),
    onFailed: (failure, values) => {
      if (failure.meta?.conflict) setConflict(failure.meta.conflict)
      return options.onFailed?.(failure, values)
    },
  })
  const { changes } = meanwhile
  const whoChanged = (name: string) => {
    const fields = [
      name,
      ...Object.entries(options.inputs ?? {}).flatMap(([field, at]) => (at === name ? [field] : [])),
    ]
    return changes.findLast(({ field }) => fields.includes(field))?.who
  }
  const asked = form.clashes.map((clash): ClashQuestion => {
    const [mine, theirs] = [words?.(clash.name, form.values[clash.name]), words?.(clash.name, clash.theirs)]
    return {
      name: clash.name,
      label: mine?.label,
      who: whoChanged(clash.name),
      mine: mine?.value ?? plainWords(form.values[clash.name]),
      theirs: theirs?.value ?? plainWords(clash.theirs),
      settle: (kept) => form.settle(clash, kept),
    }
  })
  return { ...form, changes, asked }
}

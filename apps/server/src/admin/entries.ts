import { membersOf } from '@parada/domain/objects'
import type { z } from 'zod'
import { readArguments } from './arguments.ts'
import { readSubdomain } from './command.ts'
import { faultsIn, Refused, refuseAll } from './refused.ts'

/** How a message names an entry, so that it can be found in a long file. */
export const entryName = (entry: unknown, at: number) => {
  const { fleetName, name } = membersOf(entry)
  const said = fleetName ?? name
  return `Entry ${at + 1}${typeof said === 'string' ? ` (${said.slice(0, 60)})` : ''}`
}

/** Reports entries of a file with the same key, which would overwrite each other. */
export const repeated = <Entry>(entries: Entry[], field: keyof Entry & string) => {
  const first = new Map<unknown, number>()
  return entries.flatMap((entry, at) => {
    const value = entry[field]
    if (value === undefined) return []
    const before = first.get(value)
    if (before !== undefined) return `${entryName(entry, at)}: ${field}: is also that of entry ${before + 1}`
    first.set(value, at)
    return []
  })
}

/** The list in a file, with each entry checked and all problems reported at once. */
export const readEntries = <Schema extends z.ZodType>(value: unknown, schema: Schema): z.output<Schema>[] => {
  if (!Array.isArray(value)) throw new Refused('The file must hold a JSON array')
  const read = value.map((entry) => schema.safeParse(entry))
  refuseAll(
    read.flatMap(({ error }, at) =>
      error ? faultsIn(error).map((fault) => `${entryName(value[at], at)}: ${fault}`) : [],
    ),
  )
  return read.flatMap(({ data }) => (data === undefined ? [] : [data]))
}

/** Reads the arguments that every import takes. */
export const readImport = (args: string[]) => {
  const { words } = readArguments(args, { words: 2 })
  return { subdomain: readSubdomain(words[0]), file: words[1] ?? '' }
}

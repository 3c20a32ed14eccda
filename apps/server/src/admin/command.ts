import type { Database, Tx } from '@parada/db/open'
import { tenantOfSubdomain } from '@parada/db/queries/tenants'
import { commandLineEvent } from '../security/security-event.ts'
import type { ReadJson } from './files.ts'
import { Refused } from './refused.ts'

/** Where the command was typed, and where the installation has its files. */
export type Folders = { typedIn: string; home: string }

type CommandHelp = { name: string; usage: string; about: string }

/** A command that works on the installation's files without opening its database. */
export type FileCommand = CommandHelp & { runIn: (args: string[], folders: Folders) => Promise<string> }

export type Command = CommandHelp & {
  /** Checks everything that does not need the database, and returns the work to do there. */
  prepare: (args: string[], readJson: ReadJson) => (database: Database) => Promise<string>
}

export const fileCommand = (name: string, declared: Omit<FileCommand, 'name'>): FileCommand => ({ name, ...declared })

type CommandDeclaration<Input> = {
  usage: string
  about: string
  read: (args: string[], readJson: ReadJson) => Input
  run: (database: Database, input: Input) => Promise<string>
}

export const command = <Input>(name: string, { usage, about, read, run }: CommandDeclaration<Input>): Command => ({
  name,
  usage,
  about,
  prepare: (args, readJson) => {
    const input = read(args, readJson)
    return (database) => run(database, input)
  },
})

/** A subdomain may be typed in any case; browsers send host names in lower case. */
export const readSubdomain = (word: string | undefined) => {
  const subdomain = (word ?? '').toLowerCase()
  if (!/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(subdomain))
    throw new Refused(`"${word}" cannot be a subdomain: use up to 63 letters a to z, digits and inner hyphens`)
  return subdomain
}

export const tenantNamed = async (database: Database, subdomain: string) => {
  const id = await tenantOfSubdomain(database.db, subdomain)
  if (id === undefined) throw new Refused(`There is no tenant ${subdomain}: see npm run admin -- tenant list`)
  return id
}

type KeyChange = { kind: 'keyCreated' | 'keyRevoked'; key: string; change: (tx: Tx) => Promise<boolean> }

/** Creates or revokes a key and records the event in the same transaction; false if nothing was to be changed. */
export const changeKey = (database: Database, tenantId: number, { kind, key, change }: KeyChange) =>
  database.inTenant(tenantId, async (tx) => {
    const isChanged = await change(tx)
    if (isChanged) commandLineEvent(tx, { kind, detail: key })
    return isChanged
  })

export const shortText = (name: string, text: string | undefined, most = 200) => {
  const trimmed = text?.trim() ?? ''
  if (trimmed === '' || trimmed.length > most) throw new Refused(`${name} must have 1 to ${most} characters`)
  return trimmed
}

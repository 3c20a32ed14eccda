import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Database, Tx } from '@parada/db/open'
import { theHouse } from '@parada/db/queries/booking-changes'
import { eraseUser } from '@parada/db/queries/user-privacy'
import { readUser, tellOfUser } from '@parada/db/queries/users'
import { messageOf } from '@parada/domain/errors'
import { problemText } from '@parada/domain/problem/texts'
import type { UserRecord } from '@parada/domain/user/fields'
import { readConfig } from '../config.ts'
import { imageStore } from '../documents/image-store.ts'
import { personalDataFile } from '../privacy/personal-data.ts'
import { commandLineEvent } from '../security/security-event.ts'
import { readArguments } from './arguments.ts'
import { command, readSubdomain, tenantNamed } from './command.ts'
import { Refused, WrongUse } from './refused.ts'

type Customer = { subdomain: string; id: number }

const readId = (word: string | undefined) => {
  if (!/^[1-9]\d{0,14}$/.test(word ?? '')) throw new WrongUse(`"${word}" is not the id of a user`)
  return Number(word)
}

const readCustomer = (words: string[]): Customer => ({ subdomain: readSubdomain(words[0]), id: readId(words[1]) })

/** Runs work on one user of a tenant's app in a transaction; staff are handled by the `user` commands. */
const withCustomer = async <T>(
  database: Database,
  { subdomain, id }: Customer,
  run: (tx: Tx, work: { tenantId: number; by: typeof theHouse; now: Date }, user: UserRecord) => Promise<T>,
) => {
  const tenantId = await tenantNamed(database, subdomain)
  return database.inTenant(tenantId, async (tx) => {
    const user = await readUser(tx, tenantId, id, { lock: true })
    if (!user) throw new Refused(`${subdomain} has no user of its app with the id ${id}`)
    if (user.erasedAt !== null) throw new Refused(problemText('problems.userErased'))
    return run(tx, { tenantId, by: theHouse, now: new Date() }, user)
  })
}

const save = async (path: string, content: Buffer) => {
  try {
    // The file is about a person, so nobody else on the machine may read it, and no existing file is overwritten.
    await writeFile(path, content, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    throw new Refused(`${path} cannot be written: ${messageOf(error)}`)
  }
}

const exportData = command('users export', {
  usage: '<subdomain> <user id> <file.zip>',
  about: 'saves everything kept about a user of the app: a zip of JSON files and images',
  read: (args) => {
    const { words } = readArguments(args, { words: 3 })
    return { ...readCustomer(words), path: resolve(process.env.INIT_CWD ?? process.cwd(), words[2] ?? '') }
  },
  run: async (database, { path, ...customer }) => {
    await withCustomer(database, customer, async (tx, work, user) => {
      const { content } = await personalDataFile(tx, work.tenantId, user, imageStore(readConfig(process.env)))
      await tellOfUser(tx, work, { id: user.id, version: user.version, action: 'export' })
      commandLineEvent(tx, { kind: 'personalData', idUser: user.id })
      await save(path, content)
    })
    return `Everything kept about user ${customer.id} of ${customer.subdomain} is in ${path}`
  },
})

const erase = command('users erase', {
  usage: '<subdomain> <user id> --confirm <user id>',
  about: 'erases the personal data of a user of the app for good; amounts and dates stay',
  read: (args) => {
    const { words, options } = readArguments(args, { words: 2, options: ['confirm'] })
    const customer = readCustomer(words)
    if (options.confirm !== String(customer.id)) throw new WrongUse(`Confirm with --confirm ${customer.id}`)
    return customer
  },
  run: async (database, customer) => {
    await withCustomer(database, customer, async (tx, work, user) => {
      const problem = await eraseUser(tx, work, user)
      if (problem) throw new Refused(problemText(problem))
      commandLineEvent(tx, { kind: 'erasure', idUser: user.id })
    })
    return `The personal data of user ${customer.id} of ${customer.subdomain} is erased`
  },
})

export const customerCommands = [exportData, erase]

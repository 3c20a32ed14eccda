import type { Database, Tx } from '@parada/db/open'
import {
  createUser,
  deletePasswordResetsOf,
  grantPermissions,
  listUsers,
  setUserStatus,
} from '@parada/db/queries/admin-users'
import { setPassword } from '@parada/db/queries/password-resets'
import { deleteSessionsOf } from '@parada/db/queries/sessions'
import { findUserByIdentifier } from '@parada/db/queries/sign-in'
import { hashPassword, wireHash } from '../passwords.ts'
import { commandLineEvent, fullName } from '../security/security-event.ts'
import { readArguments, readPairs } from './arguments.ts'
import { command, readSubdomain, shortText, tenantNamed } from './command.ts'
import { checkPermissions, readPermissionFile } from './permissions.ts'
import { type ChosenPassword, choosePassword, readEmail, readIdentifier, readMobile } from './person.ts'
import { Refused, WrongUse } from './refused.ts'
import { tableOf } from './table.ts'

const active = 1
const disabled = -1

const storedHash = ({ plain }: ChosenPassword) => hashPassword(wireHash(plain))

/** Shown only once: the plain password is not stored. */
const tellPassword = ({ plain, isGenerated }: ChosenPassword) => (isGenerated ? `\nPassword: ${plain}` : '')

export type Person = { subdomain: string; who: string }

export const readPerson = (words: string[]): Person => ({
  subdomain: readSubdomain(words[0]),
  who: readIdentifier(words[1]),
})

/** Runs work on one user of a tenant in a transaction. */
export const withUser = async <T>(
  database: Database,
  { subdomain, who }: Person,
  run: (tx: Tx, user: { id: number; tenantId: number; name: string }) => Promise<T>,
) => {
  const tenantId = await tenantNamed(database, subdomain)
  return database.inTenant(tenantId, async (tx) => {
    const user = await findUserByIdentifier(tx, who)
    if (!user) throw new Refused(`${subdomain} has no user ${who}`)
    const name = fullName({ name: user.first_name, surname: user.last_name })
    return run(tx, { id: user.id, tenantId, name })
  })
}

const endSessions = async (tx: Tx, userId: number) => {
  await deleteSessionsOf(tx, userId)
  await deletePasswordResetsOf(tx, userId)
}

const create = command('user create', {
  usage:
    '<subdomain> --email … | --mobile "34;600…" --first … --last … [--password …] [--permissions file.json | key=value …]',
  about: 'adds a user; without a password one is made up and printed once',
  read: (args, readJson) => {
    const { words, options } = readArguments(args, {
      words: 1,
      more: true,
      options: ['email', 'mobile', 'first', 'last', 'password', 'permissions'],
    })
    if (options.email === undefined && options.mobile === undefined) throw new WrongUse('Give --email or --mobile')
    const mobile = options.mobile === undefined ? undefined : readMobile(options.mobile)
    const fromFile = options.permissions === undefined ? [] : readPermissionFile(readJson(options.permissions))
    return {
      subdomain: readSubdomain(words[0]),
      email: options.email === undefined ? undefined : readEmail(options.email),
      prefix: mobile?.prefix,
      mobile: mobile?.number,
      firstName: shortText('--first', options.first),
      lastName: shortText('--last', options.last),
      password: choosePassword(options.password),
      permissions: [...fromFile, ...checkPermissions(readPairs(words.slice(1)))],
    }
  },
  run: async (database, { subdomain, password, permissions, ...user }) => {
    const tenantId = await tenantNamed(database, subdomain)
    const passwordHash = await storedHash(password)
    const id = await database.inTenant(tenantId, async (tx) => {
      const made = await createUser(tx, tenantId, { ...user, passwordHash })
      if (made === undefined) throw new Refused(`${subdomain} has a user with this e-mail or mobile number already`)
      const entries = new Map(permissions.map(({ key1, value }) => [key1, value]))
      await grantPermissions(
        tx,
        tenantId,
        made,
        [...entries].map(([key1, value]) => ({ key1, value })),
      )
      const name = fullName({ name: user.firstName, surname: user.lastName })
      commandLineEvent(tx, { kind: 'userCreated', detail: [name, ...entries.keys()].join(' +') })
      return made
    })
    const identifier = user.email ?? `${user.prefix};${user.mobile}`
    return `User ${identifier} of ${subdomain} made, id ${id}${tellPassword(password)}`
  },
})

const list = command('user list', {
  usage: '<subdomain>',
  about: 'shows the users of a tenant',
  read: (args) => readSubdomain(readArguments(args, { words: 1 }).words[0]),
  run: async (database, subdomain) => {
    const users = await database.inTenant(await tenantNamed(database, subdomain), listUsers)
    if (users.length === 0) return `${subdomain} has no user yet`
    return tableOf(
      ['id', 'name', 'e-mail', 'mobile', 'status', 'permissions'],
      users.map((user) => [
        user.id,
        `${user.firstName} ${user.lastName}`,
        user.email,
        user.mobile === null ? '' : `${user.prefix};${user.mobile}`,
        user.status === active ? 'enabled' : 'disabled',
        user.permissions,
      ]),
    )
  },
})

const password = command('user password', {
  usage: '<subdomain> <e-mail or prefix;number> [--password …]',
  about: 'gives a new password and ends the sessions of the user',
  read: (args) => {
    const { words, options } = readArguments(args, { words: 2, options: ['password'] })
    return { person: readPerson(words), password: choosePassword(options.password) }
  },
  run: async (database, { person, password }) => {
    const hash = await storedHash(password)
    await withUser(database, person, async (tx, { id, name }) => {
      await setPassword(tx, id, hash, new Date())
      await endSessions(tx, id)
      commandLineEvent(tx, { kind: 'passwordReset', detail: name })
    })
    return `New password for ${person.who} of ${person.subdomain}${tellPassword(password)}`
  },
})

const switchTo = (name: string, about: string, status: number) =>
  command(name, {
    usage: '<subdomain> <e-mail or prefix;number>',
    about,
    read: (args) => readPerson(readArguments(args, { words: 2 }).words),
    run: async (database, person) => {
      await withUser(database, person, async (tx, { id, name }) => {
        await setUserStatus(tx, id, status)
        if (status !== active) await endSessions(tx, id)
        commandLineEvent(tx, { kind: status === active ? 'userEnabled' : 'userDisabled', detail: name })
      })
      return `${person.who} of ${person.subdomain} is ${status === active ? 'enabled' : 'disabled'}`
    },
  })

const disable = switchTo('user disable', 'ends the sessions of a user and refuses new ones', disabled)
const enable = switchTo('user enable', 'lets a user sign in again', active)

export const userCommands = [create, list, password, disable, enable]

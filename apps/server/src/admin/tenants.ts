import type { Database } from '@parada/db/open'
import { createTenant, listTenants, lockTenant, setFrontConfig } from '@parada/db/queries/admin-tenants'
import { frontConfig } from '@parada/db/queries/tenants'
import { readArguments, readPairs } from './arguments.ts'
import { command, readSubdomain, shortText, tenantNamed } from './command.ts'
import { asFields, changed, checkFrontConfig, type Fields, unknownKeys } from './front-config.ts'
import { Refused, WrongUse } from './refused.ts'
import { tableOf } from './table.ts'

const noteUnknown = (config: Fields) => {
  const keys = unknownKeys(config)
  return keys.length === 0 ? '' : `\nNot known to this version of Parada: ${keys.join(', ')}`
}

const create = command('tenant create', {
  usage: '<subdomain> --name "…" [--config file.json]',
  about: 'adds a tenant, reached at its subdomain',
  read: (args, readJson) => {
    const { words, options } = readArguments(args, { words: 1, options: ['name', 'config'] })
    const fields = options.config === undefined ? {} : asFields(readJson(options.config))
    const name = shortText('--name', options.name)
    return { subdomain: readSubdomain(words[0]), config: checkFrontConfig({ ...fields, name }) }
  },
  run: async ({ ownerUrl }, { subdomain, config }) => {
    const id = await createTenant(ownerUrl, { subdomain, name: config.name, frontConfig: config })
    if (id === undefined) throw new Refused(`There is a tenant ${subdomain} already`)
    return `Tenant ${subdomain} made, id ${id}${noteUnknown(config)}`
  },
})

const list = command('tenant list', {
  usage: '',
  about: 'shows every tenant',
  read: (args) => readArguments(args, { words: 0 }),
  run: async ({ ownerUrl }) => {
    const tenants = await listTenants(ownerUrl)
    if (tenants.length === 0) return 'No tenant yet: see npm run admin -- help'
    const rows = tenants.map(({ id, subdomain, name, fleets, users }) => [id, subdomain, name, fleets, users])
    return tableOf(['id', 'subdomain', 'name', 'fleets', 'users'], rows)
  },
})

/** Replaces the config with the result of `change`; a lock makes concurrent changes follow one another. */
const changeConfig = async (database: Database, subdomain: string, change: (current: Fields) => Fields) => {
  const tenantId = await tenantNamed(database, subdomain)
  const config = await database.inTenant(tenantId, async (tx) => {
    await lockTenant(tx)
    const wanted = checkFrontConfig(change(await frontConfig(tx)))
    await setFrontConfig(tx, tenantId, wanted)
    return wanted
  })
  return `Front config of ${subdomain} saved${noteUnknown(config)}`
}

const config = command('tenant config', {
  usage: '<subdomain> [file.json]',
  about: 'prints the front config, or replaces it by the file',
  read: (args, readJson) => {
    const { words } = readArguments(args, { words: 1, more: true })
    if (words.length > 2) throw new WrongUse(`Not understood: ${words.slice(2).join(' ')}`)
    return {
      subdomain: readSubdomain(words[0]),
      fields: words[1] === undefined ? undefined : asFields(readJson(words[1])),
    }
  },
  run: async (database, { subdomain, fields }) => {
    // If the file has no name, the tenant keeps its own.
    if (fields) return changeConfig(database, subdomain, ({ name }) => ({ name, ...fields }))
    const found = await database.inTenant(await tenantNamed(database, subdomain), frontConfig)
    return JSON.stringify(found, null, 2)
  },
})

const set = command('tenant set', {
  usage: '<subdomain> key=value …',
  about: 'changes single entries of the front config; key= takes one out',
  read: (args) => {
    const { words } = readArguments(args, { words: 2, more: true })
    return { subdomain: readSubdomain(words[0]), pairs: readPairs(words.slice(1)) }
  },
  run: (database, { subdomain, pairs }) => changeConfig(database, subdomain, (current) => changed(current, pairs)),
})

export const tenantCommands = [create, list, config, set]

import { hashOfKey, newKey } from '@parada/db/keys'
import type { Tx } from '@parada/db/open'
import { createTelephoneKey, deleteTelephoneKey, telephoneKeys } from '@parada/db/queries/telephony'
import { commandLineEvent } from '../security/security-event.ts'
import { readArguments } from './arguments.ts'
import { changeKey, command, readSubdomain, shortText, tenantNamed } from './command.ts'
import { Refused } from './refused.ts'
import { tableOf } from './table.ts'

const key = command('telephone key', {
  usage: '<subdomain> [--name "…"]',
  about: 'makes a key with which a telephone system tells of incoming calls',
  read: (args) => {
    const { words, options } = readArguments(args, { words: 1, options: ['name'] })
    return { subdomain: readSubdomain(words[0]), name: shortText('--name', options.name ?? 'telephone') }
  },
  run: async (database, { subdomain, name }) => {
    const tenantId = await tenantNamed(database, subdomain)
    const made = newKey()
    const id = await database.inTenant(tenantId, async (tx) => {
      const created = await createTelephoneKey(tx, tenantId, name, hashOfKey(made))
      commandLineEvent(tx, { kind: 'keyCreated', detail: `telephone key ${created} (${name})` })
      return created
    })
    return `Key ${id} of ${subdomain} made. It is shown only now:\nKey: ${made}`
  },
})

const keys = command('telephone keys', {
  usage: '<subdomain>',
  about: 'shows which keys there are, but not the keys themselves',
  read: (args) => readSubdomain(readArguments(args, { words: 1 }).words[0]),
  run: async (database, subdomain) => {
    const found = await database.inTenant(await tenantNamed(database, subdomain), telephoneKeys)
    if (found.length === 0) return `No key yet: see npm run admin -- telephone key ${subdomain}`
    const rows = found.map(({ id, name, created_at }) => [id, name, created_at.toISOString().slice(0, 16)])
    return tableOf(['id', 'name', 'made'], rows)
  },
})

const revoke = command('telephone revoke', {
  usage: '<subdomain> <id>',
  about: 'takes a key back; calls with it are refused at once',
  read: (args) => {
    const { words } = readArguments(args, { words: 2 })
    if (!/^\d{1,15}$/.test(words[1] ?? '')) throw new Refused(`"${words[1]}" is not the id of a key`)
    return { subdomain: readSubdomain(words[0]), id: Number(words[1]) }
  },
  run: async (database, { subdomain, id }) => {
    const tenantId = await tenantNamed(database, subdomain)
    const change = (tx: Tx) => deleteTelephoneKey(tx, id)
    if (!(await changeKey(database, tenantId, { kind: 'keyRevoked', key: `telephone key ${id}`, change })))
      throw new Refused(`There is no key ${id}: see npm run admin -- telephone keys ${subdomain}`)
    return `Key ${id} of ${subdomain} revoked`
  },
})

export const telephoneCommands = [key, keys, revoke]

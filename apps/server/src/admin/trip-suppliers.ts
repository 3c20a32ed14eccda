import { newKey } from '@parada/db/keys'
import type { Tx } from '@parada/db/open'
import { allTripSuppliers, removeTripSecret, saveTripSupplier } from '@parada/db/queries/trips'
import { type Mode, modes } from '@parada/domain/trip/modes'
import { readArguments } from './arguments.ts'
import { changeKey, command, readSubdomain, shortText, tenantNamed } from './command.ts'
import { Refused } from './refused.ts'
import { tableOf } from './table.ts'

const readId = (word: string | undefined) => {
  if (!/^[1-9]\d{0,14}$/.test(word ?? '')) throw new Refused(`"${word}" is not the id of a supplier`)
  return Number(word)
}

const readMode = (word: string | undefined): Mode => {
  const found = modes.find((mode) => mode === word)
  if (!found) throw new Refused(`"${word}" must be one of ${modes.join(', ')}`)
  return found
}

const readProtocol = (word = '0') => {
  if (!/^\d{1,4}$/.test(word)) throw new Refused('--protocol must be a number, such as 3 for Qoob')
  return Number(word)
}

const add = command('trips link', {
  usage: '<subdomain> <supplier id> <parking | mobility | ticket | route> <name> [--protocol 0]',
  about:
    'lets a supplier of parking, shared vehicles or tickets, or an app that records routes, report, signed with a secret that is made anew',
  read: (args) => {
    const { words, options } = readArguments(args, { words: 4, options: ['protocol'] })
    const [subdomain, id, mode] = [readSubdomain(words[0]), readId(words[1]), readMode(words[2])]
    return { subdomain, id, mode, name: shortText('The name', words[3], 100), protocol: readProtocol(options.protocol) }
  },
  run: async (database, { subdomain, ...wanted }) => {
    const tenantId = await tenantNamed(database, subdomain)
    const secret = newKey()
    const change = (tx: Tx) => saveTripSupplier(tx, tenantId, { ...wanted, secret })
    const isSaved = await changeKey(database, tenantId, { kind: 'keyCreated', key: `trips link ${wanted.id}`, change })
    if (!isSaved)
      throw new Refused(`Supplier ${wanted.id} is of another mode: see npm run admin -- trips links ${subdomain}`)
    return `${wanted.name} (${wanted.id}) of ${subdomain} linked. Its secret is shown only now:\nSecret: ${secret}`
  },
})

const all = command('trips links', {
  usage: '<subdomain>',
  about: 'shows the suppliers of parking, shared vehicles, tickets and routes, but not their secrets',
  read: (args) => readSubdomain(readArguments(args, { words: 1 }).words[0]),
  run: async (database, subdomain) => {
    const found = await database.inTenant(await tenantNamed(database, subdomain), allTripSuppliers)
    if (found.length === 0) return `${subdomain} has no such supplier yet`
    return tableOf(
      ['supplier', 'name', 'mode', 'protocol', 'may report'],
      found.map(({ id, name, mode, protocol, secret }) => [id, name, mode, protocol, secret === null ? 'no' : 'yes']),
    )
  },
})

const unlink = command('trips unlink', {
  usage: '<subdomain> <supplier id>',
  about: 'takes the secret of such a supplier away: its reports are refused at once, its trips stay',
  read: (args) => {
    const { words } = readArguments(args, { words: 2 })
    return { subdomain: readSubdomain(words[0]), id: readId(words[1]) }
  },
  run: async (database, { subdomain, id }) => {
    const tenantId = await tenantNamed(database, subdomain)
    const change = (tx: Tx) => removeTripSecret(tx, tenantId, id)
    if (!(await changeKey(database, tenantId, { kind: 'keyRevoked', key: `trips link ${id}`, change })))
      throw new Refused(`Supplier ${id} is not linked: see npm run admin -- trips links ${subdomain}`)
    return `Supplier ${id} of ${subdomain} unlinked`
  },
})

export const tripSupplierCommands = [add, all, unlink]

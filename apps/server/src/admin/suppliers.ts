import { newKey } from '@parada/db/keys'
import type { Tx } from '@parada/db/open'
import { allLinks, deleteLink, dispatchFleet, saveLink } from '@parada/db/queries/supplier-links'
import { commandLineEvent } from '../security/security-event.ts'
import { protocolKind } from '../suppliers/port.ts'
import { readArguments } from './arguments.ts'
import { changeKey, command, readSubdomain, tenantNamed } from './command.ts'
import { Refused, WrongUse } from './refused.ts'
import { tableOf } from './table.ts'

const readFleet = (word: string | undefined) => {
  if (!/^\d{1,15}$/.test(word ?? '')) throw new Refused(`"${word}" is not the id of a fleet`)
  return Number(word)
}

const readUrl = (text: string | undefined) => {
  if (!text) throw new WrongUse('Give --url')
  if (!/^https?:\/\//.test(text) || !URL.canParse(text) || new URL(text).search || new URL(text).username)
    throw new Refused(`"${text}" is not a URL such as https://dispatch.fleet.example/parada`)
  return text
}

const readTimeout = (text: string | undefined) => {
  if (text === undefined) return undefined
  if (!/^\d{1,5}$/.test(text) || Number(text) < 2 || Number(text) > 86_400)
    throw new Refused('--timeout must be 2 to 86400 seconds')
  return Number(text)
}

const link = command('supplier link', {
  usage: '<subdomain> <fleet id> --url https://… [--timeout 60]',
  about: 'sends the orders of a fleet to its own system, signed with a secret that is made anew',
  read: (args) => {
    const { words, options } = readArguments(args, { words: 2, options: ['url', 'timeout'] })
    const [subdomain, idFleet] = [readSubdomain(words[0]), readFleet(words[1])]
    return { subdomain, idFleet, url: readUrl(options.url), orderTimeoutSeconds: readTimeout(options.timeout) }
  },
  run: async (database, { subdomain, ...wanted }) => {
    const tenantId = await tenantNamed(database, subdomain)
    const secret = newKey()
    await database.inTenant(tenantId, async (tx) => {
      const fleet = await dispatchFleet(tx, tenantId, wanted.idFleet)
      if (!fleet) throw new Refused(`There is no fleet ${wanted.idFleet}: see npm run admin -- fleet list ${subdomain}`)
      if (protocolKind(fleet.protocolDispatch) !== 'gateway')
        throw new Refused(`Fleet ${fleet.id} has protocol ${fleet.protocolDispatch}, which needs no link`)
      await saveLink(tx, tenantId, { ...wanted, secret })
      commandLineEvent(tx, { kind: 'keyCreated', detail: `supplier link ${wanted.idFleet}` })
    })
    return `Fleet ${wanted.idFleet} of ${subdomain} linked. Its secret is shown only now:\nSecret: ${secret}`
  },
})

const links = command('supplier links', {
  usage: '<subdomain>',
  about: 'shows which fleets are linked and whether they answer, but not their secrets',
  read: (args) => readSubdomain(readArguments(args, { words: 1 }).words[0]),
  run: async (database, subdomain) => {
    const found = await database.inTenant(await tenantNamed(database, subdomain), allLinks)
    if (found.length === 0) return `No fleet of ${subdomain} is linked yet`
    return tableOf(
      ['fleet', 'name', 'url', 'timeout', 'failures', 'paused until'],
      found.map(({ idFleet, fleetLongName, url, orderTimeoutSeconds, failures, openUntil }) => [
        ...[idFleet, fleetLongName, url, orderTimeoutSeconds, failures],
        openUntil === null ? '' : new Date(openUntil).toISOString().slice(0, 19),
      ]),
    )
  },
})

const unlink = command('supplier unlink', {
  usage: '<subdomain> <fleet id>',
  about: 'takes the link of a fleet away; its reports are refused at once',
  read: (args) => {
    const { words } = readArguments(args, { words: 2 })
    return { subdomain: readSubdomain(words[0]), idFleet: readFleet(words[1]) }
  },
  run: async (database, { subdomain, idFleet }) => {
    const tenantId = await tenantNamed(database, subdomain)
    const change = (tx: Tx) => deleteLink(tx, idFleet)
    if (!(await changeKey(database, tenantId, { kind: 'keyRevoked', key: `supplier link ${idFleet}`, change })))
      throw new Refused(`Fleet ${idFleet} is not linked: see npm run admin -- supplier links ${subdomain}`)
    return `Fleet ${idFleet} of ${subdomain} unlinked`
  },
})

export const supplierCommands = [link, links, unlink]

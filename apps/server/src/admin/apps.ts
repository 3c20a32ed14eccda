import { newKey } from '@parada/db/keys'
import type { Tx } from '@parada/db/open'
import { deleteAppLink, saveAppLink } from '@parada/db/queries/promos'
import { readArguments } from './arguments.ts'
import { changeKey, command, readSubdomain, tenantNamed } from './command.ts'
import { Refused } from './refused.ts'

const readWhiteLabel = (word: string | undefined) => {
  if (!/^\d{1,15}$/.test(word ?? '')) throw new Refused(`"${word}" is not the id of a white label`)
  return Number(word)
}

const read = (args: string[]) => {
  const { words } = readArguments(args, { words: 2 })
  return { subdomain: readSubdomain(words[0]), idWhiteLabel: readWhiteLabel(words[1]) }
}

const link = command('app link', {
  usage: '<subdomain> <white label id>',
  about: "lets the back end of a white label's app tell of its wallets, signed with a secret that is made anew",
  read,
  run: async (database, { subdomain, idWhiteLabel }) => {
    const tenantId = await tenantNamed(database, subdomain)
    const secret = newKey()
    const change = (tx: Tx) => saveAppLink(tx, tenantId, idWhiteLabel, secret)
    if (!(await changeKey(database, tenantId, { kind: 'keyCreated', key: `app link ${idWhiteLabel}`, change })))
      throw new Refused(`${subdomain} has no white label ${idWhiteLabel}`)
    return `App of white label ${idWhiteLabel} of ${subdomain} linked. Its secret is shown only now:\nSecret: ${secret}`
  },
})

const unlink = command('app unlink', {
  usage: '<subdomain> <white label id>',
  about: 'takes the link of an app away; what it tells is refused at once',
  read,
  run: async (database, { subdomain, idWhiteLabel }) => {
    const tenantId = await tenantNamed(database, subdomain)
    const change = (tx: Tx) => deleteAppLink(tx, tenantId, idWhiteLabel)
    if (!(await changeKey(database, tenantId, { kind: 'keyRevoked', key: `app link ${idWhiteLabel}`, change })))
      throw new Refused(`The app of white label ${idWhiteLabel} is not linked`)
    return `App of white label ${idWhiteLabel} of ${subdomain} unlinked`
  },
})

export const appCommands = [link, unlink]

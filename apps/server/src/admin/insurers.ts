import { newKey } from '@parada/db/keys'
import type { Tx } from '@parada/db/open'
import { allInsurers, removeInsurerSecret, saveInsurer } from '@parada/db/queries/assistance'
import { readArguments } from './arguments.ts'
import { changeKey, command, readSubdomain, shortText, tenantNamed } from './command.ts'
import { Refused } from './refused.ts'
import { tableOf } from './table.ts'

const readId = (word: string | undefined, what: string) => {
  if (!/^[1-9]\d{0,14}$/.test(word ?? '')) throw new Refused(`"${word}" is not the id of ${what}`)
  return Number(word)
}

const link = command('insurers link', {
  usage: '<subdomain> <insurer id> <payment account> <name>',
  about:
    'lets an insurer post its cases, signed with a secret that is made anew; their rides are on the payment account',
  read: (args) => {
    const { words } = readArguments(args, { words: 4 })
    return {
      subdomain: readSubdomain(words[0]),
      id: readId(words[1], 'an insurer'),
      idPaymentAccount: readId(words[2], 'a payment account'),
      name: shortText('The name', words[3], 100),
    }
  },
  run: async (database, { subdomain, ...wanted }) => {
    const tenantId = await tenantNamed(database, subdomain)
    const secret = newKey()
    const change = (tx: Tx) => saveInsurer(tx, tenantId, { ...wanted, secret })
    const isSaved = await changeKey(database, tenantId, {
      kind: 'keyCreated',
      key: `insurers link ${wanted.id}`,
      change,
    })
    if (!isSaved) throw new Refused(`${subdomain} has no payment account ${wanted.idPaymentAccount}`)
    return `${wanted.name} (${wanted.id}) of ${subdomain} linked. Its secret is shown only now:\nSecret: ${secret}`
  },
})

const links = command('insurers links', {
  usage: '<subdomain>',
  about: 'shows the insurers, but not their secrets',
  read: (args) => readSubdomain(readArguments(args, { words: 1 }).words[0]),
  run: async (database, subdomain) => {
    const found = await database.inTenant(await tenantNamed(database, subdomain), allInsurers)
    if (found.length === 0) return `${subdomain} has no insurer yet`
    return tableOf(
      ['insurer', 'name', 'payment account', 'may post'],
      found.map(({ id, name, idPaymentAccount, secret }) => [
        id,
        name,
        idPaymentAccount,
        secret === null ? 'no' : 'yes',
      ]),
    )
  },
})

const unlink = command('insurers unlink', {
  usage: '<subdomain> <insurer id>',
  about: 'takes the secret of an insurer away: its cases are refused at once, those that are there stay',
  read: (args) => {
    const { words } = readArguments(args, { words: 2 })
    return { subdomain: readSubdomain(words[0]), id: readId(words[1], 'an insurer') }
  },
  run: async (database, { subdomain, id }) => {
    const tenantId = await tenantNamed(database, subdomain)
    const change = (tx: Tx) => removeInsurerSecret(tx, tenantId, id)
    if (!(await changeKey(database, tenantId, { kind: 'keyRevoked', key: `insurers link ${id}`, change })))
      throw new Refused(`Insurer ${id} is not linked: see npm run admin -- insurers links ${subdomain}`)
    return `Insurer ${id} of ${subdomain} unlinked`
  },
})

export const insurerCommands = [link, links, unlink]

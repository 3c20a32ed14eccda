import type { Database } from '@parada/db/open'
import { appCommands } from './apps.ts'
import type { Command } from './command.ts'
import { customerCommands } from './customers.ts'
import type { ReadJson } from './files.ts'
import { fleetCommands } from './fleets.ts'
import { insurerCommands } from './insurers.ts'
import { invoiceCommands } from './invoices.ts'
import { Refused, WrongUse } from './refused.ts'
import { routeCommands } from './routes.ts'
import { secretCommands } from './secrets.ts'
import { supplierCommands } from './suppliers.ts'
import { importTaxiFeatures } from './taxi-features.ts'
import { telephoneCommands } from './telephone.ts'
import { tenantCommands } from './tenants.ts'
import { tripSupplierCommands } from './trip-suppliers.ts'
import { userPermissions } from './user-permissions.ts'
import { userCommands } from './users.ts'

export const commands: Command[] = [
  ...tenantCommands,
  ...fleetCommands,
  importTaxiFeatures,
  ...userCommands,
  userPermissions,
  ...customerCommands,
  ...telephoneCommands,
  ...supplierCommands,
  ...tripSupplierCommands,
  ...insurerCommands,
  ...appCommands,
  ...invoiceCommands,
  ...routeCommands,
  ...secretCommands,
]

const start = 'npm run admin --'
const lineOf = ({ name, usage }: Command) => `${start} ${name} ${usage}`.trim()

export const help = () =>
  [
    'Sets up an installation, whether its server is running or not.',
    '',
    ...commands.flatMap((one) => [lineOf(one), `    ${one.about}`]),
    '',
    'docs/operate.md shows the files. Quote a mobile number: "34;600000000".',
  ].join('\n')

const isHelp = (word: string | undefined) => word === undefined || ['help', '--help', '-h'].includes(word)

/** Does what was typed, and answers the text to print; the database is opened only for a command that can run. */
export const runAdmin = async (argv: string[], readJson: ReadJson, open: () => Promise<Database>) => {
  if (isHelp(argv[0])) return help()
  const name = argv.slice(0, 2).join(' ')
  const found = commands.find((one) => one.name === name)
  if (!found) throw new Refused(`There is no command "${name}": see ${start} help`)
  let work: ReturnType<Command['prepare']>
  try {
    work = found.prepare(argv.slice(2), readJson)
  } catch (error) {
    if (error instanceof WrongUse) throw new Refused(`${error.message}. Usage: ${lineOf(found)}`)
    throw error
  }
  const database = await open()
  return work(database).finally(() => database.close())
}

import type { Database } from '@parada/db/open'
import { readConfig } from '../config.ts'
import { appCommands } from './apps.ts'
import type { Command, FileCommand, Folders } from './command.ts'
import { customerCommands } from './customers.ts'
import type { ReadJson } from './files.ts'
import { fleetCommands } from './fleets.ts'
import { insurerCommands } from './insurers.ts'
import { invoiceCommands } from './invoices.ts'
import { mapCommands } from './maps.ts'
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

export const commands: (Command | FileCommand)[] = [
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
  ...mapCommands,
]

const start = 'npm run admin --'
const lineOf = ({ name, usage }: Command | FileCommand) => `${start} ${name} ${usage}`.trim()

export const help = () =>
  [
    'Sets up an installation, whether its server is running or not.',
    '',
    ...commands.flatMap((one) => [lineOf(one), `    ${one.about}`]),
    '',
    'docs/operate.md shows the files. Quote a mobile number: "34;600000000".',
  ].join('\n')

const isHelp = (word: string | undefined) => word === undefined || ['help', '--help', '-h'].includes(word)

/** npm runs scripts in the checkout and passes the folder where the command was typed as INIT_CWD. */
const currentFolders = (): Folders => ({
  typedIn: process.env.INIT_CWD ?? process.cwd(),
  home: readConfig(process.env).home,
})

/** Runs the typed command and returns the text to print; opens the database only for a command that is valid. */
export const runAdmin = async (
  argv: string[],
  readJson: ReadJson,
  open: () => Promise<Database>,
  folders = currentFolders,
) => {
  if (isHelp(argv[0])) return help()
  const name = argv.slice(0, 2).join(' ')
  const found = commands.find((one) => one.name === name)
  if (!found) throw new Refused(`There is no command "${name}": see ${start} help`)
  const args = argv.slice(2)
  const explained = (error: unknown) => {
    throw error instanceof WrongUse ? new Refused(`${error.message}. Usage: ${lineOf(found)}`) : error
  }
  if ('runIn' in found) return found.runIn(args, folders()).catch(explained)
  let work: ReturnType<Command['prepare']>
  try {
    work = found.prepare(args, readJson)
  } catch (error) {
    return explained(error)
  }
  const database = await open()
  return work(database).finally(() => database.close())
}

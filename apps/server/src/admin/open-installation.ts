import { reachInstallation } from '@parada/db/installation/backup'
import { keepSecrets } from '@parada/db/installation/keep-secrets'
import { migrate } from '@parada/db/installation/migrate'
import { type Database, keysOf, openMigrated } from '@parada/db/open'
import { StartProblem } from '@parada/db/problems'
import type { Config } from '../config.ts'

const quiet = () => {}

/** Opens the installation alongside its running server, or starts the embedded database for the duration. */
export const openInstallation = async ({ home, databaseUrl, databaseAppUrl, keys }: Config): Promise<Database> => {
  if (databaseUrl !== undefined && !URL.canParse(databaseUrl))
    throw new StartProblem('DATABASE_URL is not a URL such as postgres://user:password@host/parada')
  const { ownerUrl, close } = await reachInstallation({ home, databaseUrl, log: quiet }, true)
  try {
    await migrate(ownerUrl, { appUrl: databaseAppUrl })
    const kind = databaseUrl === undefined ? 'embedded' : 'server'
    const secrets = keysOf(home, keys)
    await keepSecrets({ ownerUrl, secrets })
    return await openMigrated({ kind, ownerUrl, appUrl: databaseAppUrl, secrets }, quiet, close)
  } catch (error) {
    await close()
    throw error
  }
}

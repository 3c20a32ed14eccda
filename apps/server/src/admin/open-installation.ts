import { reachInstallation } from '@parada/db/installation/backup'
import { migrate } from '@parada/db/installation/migrate'
import { type Database, openMigrated } from '@parada/db/open'
import { StartProblem } from '@parada/db/problems'
import type { Config } from '../config.ts'

const quiet = () => {}

/** Opens the installation beside its running server, or by starting the embedded database for a while. */
export const openInstallation = async ({ home, databaseUrl, databaseAppUrl }: Config): Promise<Database> => {
  if (databaseUrl !== undefined && !URL.canParse(databaseUrl))
    throw new StartProblem('DATABASE_URL is not a URL such as postgres://user:password@host/parada')
  const { ownerUrl, close } = await reachInstallation({ home, databaseUrl, log: quiet }, true)
  try {
    await migrate(ownerUrl, { appUrl: databaseAppUrl })
    const kind = databaseUrl === undefined ? 'embedded' : 'server'
    return await openMigrated({ kind, ownerUrl, appUrl: databaseAppUrl }, quiet, close)
  } catch (error) {
    await close()
    throw error
  }
}

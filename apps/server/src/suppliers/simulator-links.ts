import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '@parada/db/open'
import { allLinks, simulatorAddress } from '@parada/db/queries/supplier-links'
import { installationValue, tenantOfSubdomain } from '@parada/db/queries/tenants'
import type { Config } from '../config.ts'

export type SimulatorLink = { subdomain: string; idFleet: number; secret: string }
export type SimulatorLinks = { api: string; listen: string; links: SimulatorLink[] }

const linksOf = async (database: Database, subdomain: string): Promise<SimulatorLink[]> => {
  const tenantId = await tenantOfSubdomain(database.db, subdomain)
  if (tenantId === undefined) return []
  const links = await database.inTenant(tenantId, allLinks)
  return links
    .filter(({ url }) => url === simulatorAddress)
    .map(({ idFleet, secret }) => ({ subdomain, idFleet, secret }))
}

export const simulatorFile = (home: string) => join(home, 'simulator.json')

/**
 * Tells the simulator, through a file that only this user reads, where the public calls are and how the demo's fleets
 * sign. It is told nothing else, and nobody is without SIMULATOR_URL.
 */
export const handOverLinks = async (
  database: Database,
  { home, simulatorUrl }: Pick<Config, 'home' | 'simulatorUrl'>,
  api: string,
) => {
  if (!simulatorUrl) return
  const demo = (await installationValue(database.db, 'demo')) as { users: { subdomain: string }[] } | undefined
  const subdomains = [...new Set(demo?.users.map(({ subdomain }) => subdomain))]
  const links = (await Promise.all(subdomains.map((subdomain) => linksOf(database, subdomain)))).flat()
  const told: SimulatorLinks = { api, listen: simulatorUrl, links }
  const file = simulatorFile(home)
  await writeFile(`${file}.part`, `${JSON.stringify(told, null, 2)}\n`, { mode: 0o600 })
  await rename(`${file}.part`, file)
}

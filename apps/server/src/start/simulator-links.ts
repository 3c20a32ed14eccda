import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hashOfKey, newKey } from '@parada/db/keys'
import type { Database } from '@parada/db/open'
import { type Insurer, simulatedInsurers } from '@parada/db/queries/assistance'
import { demoUsersOf, type OfferedUser } from '@parada/db/queries/demo-users'
import { allLinks, simulatorAddress } from '@parada/db/queries/supplier-links'
import { createTelephoneKey, deleteTelephoneKey, telephoneKeys } from '@parada/db/queries/telephony'
import { tenantOfSubdomain } from '@parada/db/queries/tenants'
import { simulatedTripSuppliers, type TripSupplier } from '@parada/db/queries/trips'
import type { Config } from '../config.ts'

type SimulatorLink = { subdomain: string; idFleet: number; secret: string }
/** Who the simulator's operator signs in as, and the key of its telephone system. */
type SimulatorDesk = { subdomain: string; identifier: string; password: string; telephoneKey: string }
/** A simulated supplier of another mode. */
type SimulatorSupplier = Pick<TripSupplier, 'id' | 'mode' | 'name'> & { subdomain: string; secret: string }
/** A simulated insurer. */
type SimulatorInsurer = Pick<Insurer, 'id' | 'name'> & { subdomain: string; secret: string }
export type SimulatorLinks = {
  api: string
  listen: string
  links: SimulatorLink[]
  suppliers: SimulatorSupplier[]
  insurers: SimulatorInsurer[]
  desks: SimulatorDesk[]
}

const linksOf = async (database: Database, subdomain: string): Promise<SimulatorLink[]> => {
  const tenantId = await tenantOfSubdomain(database.db, subdomain)
  if (tenantId === undefined) return []
  const links = await database.inTenant(tenantId, allLinks)
  return links
    .filter(({ url }) => url === simulatorAddress)
    .map(({ idFleet, secret }) => ({ subdomain, idFleet, secret: secret.reveal() }))
}

const suppliersOf = async (database: Database, subdomain: string): Promise<SimulatorSupplier[]> => {
  const tenantId = await tenantOfSubdomain(database.db, subdomain)
  if (tenantId === undefined) return []
  const played = await database.inTenant(tenantId, simulatedTripSuppliers)
  return played.map(({ id, mode, name, secret }) => ({ subdomain, id, mode, name, secret: secret?.reveal() ?? '' }))
}

const insurersOf = async (database: Database, subdomain: string): Promise<SimulatorInsurer[]> => {
  const tenantId = await tenantOfSubdomain(database.db, subdomain)
  if (tenantId === undefined) return []
  const played = await database.inTenant(tenantId, simulatedInsurers)
  return played.map(({ id, name, secret }) => ({ subdomain, id, name, secret: secret?.reveal() ?? '' }))
}

const keyName = 'Simulator'

/** Replaces the key at every start: only its hash is stored, so the old one cannot be shown again. */
const deskOf = async (
  database: Database,
  { subdomain, identifier, password }: OfferedUser,
): Promise<SimulatorDesk | undefined> => {
  const tenantId = await tenantOfSubdomain(database.db, subdomain)
  if (tenantId === undefined) return undefined
  const telephoneKey = newKey()
  await database.inTenant(tenantId, async (tx) => {
    const former = (await telephoneKeys(tx)).filter(({ name }) => name === keyName)
    for (const { id } of former) await deleteTelephoneKey(tx, id)
    await createTelephoneKey(tx, tenantId, keyName, hashOfKey(telephoneKey))
  })
  return { subdomain, identifier, password, telephoneKey }
}

export const simulatorFile = (home: string) => join(home, 'simulator.json')

/**
 * Tells the simulator where the public API is, the secrets of the demo's fleets, suppliers and insurers, and who works
 * at its desks, in a file that only this user can read. It is told nothing else, and without SIMULATOR_URL no file is
 * written.
 */
export const handOverLinks = async (
  database: Database,
  { home, simulatorUrl }: Pick<Config, 'home' | 'simulatorUrl'>,
  api: string,
) => {
  if (!simulatorUrl || database.secrets.problem()) return
  const users = (await demoUsersOf(database)) ?? []
  const subdomains = [...new Set(users.map(({ subdomain }) => subdomain))]
  const operators = users.filter(({ label }) => label === 'operator')
  const [links, suppliers, insurers, desks] = await Promise.all([
    Promise.all(subdomains.map((subdomain) => linksOf(database, subdomain))),
    Promise.all(subdomains.map((subdomain) => suppliersOf(database, subdomain))),
    Promise.all(subdomains.map((subdomain) => insurersOf(database, subdomain))),
    Promise.all(operators.map((operator) => deskOf(database, operator))),
  ])
  const told: SimulatorLinks = {
    api,
    listen: simulatorUrl,
    links: links.flat(),
    suppliers: suppliers.flat(),
    insurers: insurers.flat(),
    desks: desks.filter((desk) => desk !== undefined),
  }
  const file = simulatorFile(home)
  await writeFile(`${file}.part`, `${JSON.stringify(told, null, 2)}\n`, { mode: 0o600 })
  await rename(`${file}.part`, file)
}

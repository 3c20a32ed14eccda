import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { membersOf } from '@parada/domain/objects'
import type { Mode } from '@parada/domain/trip/modes'

export type Link = { subdomain: string; idFleet: number; secret: string }
/** The account of a tenant's automatic operator, and the key of the tenant's telephone system. */
export type Desk = { subdomain: string; identifier: string; password: string; telephoneKey: string }
/** A supplier of another mode, played by the simulator. */
export type SupplierLink = { subdomain: string; id: number; mode: Mode; name: string; secret: string }
/** An insurer, played by the simulator. */
export type PlayedInsurer = { subdomain: string; id: number; name: string; secret: string }
export type SimulatorConfig = {
  api: string
  listen: string
  links: Link[]
  suppliers: SupplierLink[]
  insurers: PlayedInsurer[]
  desks: Desk[]
}

const isSimulatorConfig = (value: unknown): value is SimulatorConfig => {
  const { api, listen, links, suppliers, insurers, desks } = membersOf(value)
  return (
    typeof api === 'string' && typeof listen === 'string' && [links, suppliers, insurers, desks].every(Array.isArray)
  )
}

/** Reads the configuration that the server has written for its simulator (docs/suppliers.md). */
export const readSimulatorConfig = async (home: string): Promise<SimulatorConfig> => {
  const file = join(home, 'simulator.json')
  const config: unknown = JSON.parse(await readFile(file, 'utf8'))
  if (!isSimulatorConfig(config)) throw new Error(`${file} is not what a server of this version writes`)
  return config
}

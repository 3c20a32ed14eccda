import type { Tx } from '@parada/db/open'
import { insertFleet, listFleets, replaceGeoAreas, reserveFleetIds, updateFleet } from '@parada/db/queries/admin-fleets'
import { lockTenant } from '@parada/db/queries/admin-tenants'
import { taxiFeatures } from '@parada/db/queries/fleets'
import { readArguments } from './arguments.ts'
import { command, readSubdomain, tenantNamed } from './command.ts'
import { entryName, readImport, repeated } from './entries.ts'
import { type FleetEntry, fleetRow, readFleets } from './fleet-file.ts'
import { refuseAll } from './refused.ts'
import { tableOf } from './table.ts'

type KnownFleet = { id: number; idExternal: string | null }
type Match = { entry: FleetEntry; id: number | undefined; fault?: string }

/** Finds the fleet that an entry refers to: by id if it has one, otherwise by its external id. */
const matchFleet = (entry: FleetEntry, known: KnownFleet[]): Match => {
  const holders = known.filter(({ idExternal }) => entry.idExternal !== undefined && idExternal === entry.idExternal)
  if (entry.id === undefined) {
    if (holders.length > 1)
      return {
        entry,
        id: undefined,
        fault: `idExternal: belongs to fleets ${holders.map(({ id }) => id).join(', ')}: give the id`,
      }
    return { entry, id: holders[0]?.id }
  }
  const other = holders.find(({ id }) => id !== entry.id)
  if (other) return { entry, id: undefined, fault: `idExternal: belongs to fleet ${other.id}` }
  return { entry, id: known.find(({ id }) => id === entry.id)?.id }
}

const save = async (tx: Tx, tenantId: number, { entry, id }: Match) => {
  const row = fleetRow(entry)
  if (id !== undefined) await updateFleet(tx, id, row)
  const named = { ...row, fleet_long_name: row.fleet_long_name ?? entry.fleetName }
  const saved = id ?? (await insertFleet(tx, tenantId, entry.id === undefined ? named : { ...named, id: entry.id }))
  if (entry.geoAreaOrigin) await replaceGeoAreas(tx, tenantId, saved, entry.geoAreaOrigin)
}

const importAll = async (tx: Tx, tenantId: number, entries: FleetEntry[]) => {
  await lockTenant(tx)
  const known = await listFleets(tx)
  const features = new Set((await taxiFeatures(tx)).map(({ id }) => id))
  const matches = entries.map((entry) => matchFleet(entry, known))
  refuseAll(
    matches.flatMap(({ entry, fault }, at) => {
      const missing = entry.taxiFeatures?.filter((id) => !features.has(id)) ?? []
      const faults = [
        ...(fault ? [fault] : []),
        ...missing.map((id) => `taxiFeatures: the tenant has no feature ${id}`),
      ]
      return faults.map((one) => `${entryName(entry, at)}: ${one}`)
    }),
  )
  refuseAll(
    repeated(
      matches.map(({ entry, id }) => ({ fleetName: entry.fleetName, id })),
      'id',
    ),
  )
  for (const match of matches) await save(tx, tenantId, match)
  const isNew = matches.filter(({ id }) => id === undefined).length
  return { made: isNew, changed: matches.length - isNew }
}

const importFleets = command('fleet import', {
  usage: '<subdomain> <file.json>',
  about: 'adds or changes the fleets of the file with their areas, all or none',
  read: (args, readJson) => {
    const { subdomain, file } = readImport(args)
    return { subdomain, entries: readFleets(readJson(file)) }
  },
  run: async (database, { subdomain, entries }) => {
    const tenantId = await tenantNamed(database, subdomain)
    const chosen = Math.max(0, ...entries.map(({ id }) => id ?? 0))
    if (chosen > 0) await reserveFleetIds(database.ownerUrl, chosen)
    const { made, changed } = await database.inTenant(tenantId, (tx) => importAll(tx, tenantId, entries))
    return `Fleets of ${subdomain}: ${made} made, ${changed} changed`
  },
})

const listAll = command('fleet list', {
  usage: '<subdomain>',
  about: 'shows the fleets of a tenant',
  read: (args) => readSubdomain(readArguments(args, { words: 1 }).words[0]),
  run: async (database, subdomain) => {
    const fleets = await database.inTenant(await tenantNamed(database, subdomain), listFleets)
    if (fleets.length === 0) return `${subdomain} has no fleet yet`
    return tableOf(
      ['id', 'idExternal', 'name', 'protocol', 'time zone', 'areas', 'status'],
      fleets.map((fleet) => [
        fleet.id,
        fleet.idExternal,
        fleet.fleetName,
        fleet.protocolDispatch,
        fleet.timeZone,
        fleet.areas,
        fleet.status,
      ]),
    )
  },
})

export const fleetCommands = [importFleets, listAll]

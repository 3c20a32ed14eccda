import { fleetVehicles } from '@parada/contract/calls/fleet-vehicles'
import type { Call } from '@parada/contract/kit'
import {
  hasWaitingSheets,
  lockPlates,
  removeVehicle,
  vehicleJournal,
  vehicles,
  vehicleWithPlate,
} from '@parada/db/queries/vehicles'
import { lesseesAllowed, mayManageLessee } from '@parada/domain/access/lessees'
import { defined, membersNamed } from '@parada/domain/objects'
import type { Vehicle } from '@parada/domain/route-sheet/records'
import {
  emptyVehicle,
  vehicleAsKept,
  vehiclePlaces,
  vehicleProblems,
  type WrittenVehicle,
  writtenVehicleFields,
} from '@parada/domain/route-sheet/vehicle'
import { municipalityName, placeProblem } from '@parada/domain/spain/municipalities'
import { provinceName } from '@parada/domain/spain/provinces'
import { workOf } from '../../booking/access.ts'
import { listExport } from '../../exports/list-export.ts'
import type { Handlers, SignedInContext } from '../../http/context.ts'
import { listReader } from '../../http/list-reader.ts'
import { refuse } from '../../http/problem.ts'

type Context = Pick<SignedInContext<Call>, 'tx' | 'tenant' | 'user'>
/** By the tenant's subdomain, then by name. */
type Certificates = ReadonlyMap<string, ReadonlyMap<string, unknown>>

const permission = 'adminFleetVehicleByNifArrendatario'
const lessee = 'routeSheet_nifarrendatarioDefault'

const list = listReader(fleetVehicles.list, {
  table: 'fleet_vehicle',
  isCounted: true,
  scope: { field: lessee, ids: (grants) => lesseesAllowed(grants, permission) },
})

/** The vehicle of an API call. One of a lessee that the user does not manage is treated as missing. */
const vehicleFor = async ({ tx, tenant, user }: Context, id: number, { lock = false } = {}) => {
  const found = await (lock ? vehicles.lock : vehicles.read)(tx, tenant.id, id)
  if (!found || !mayManageLessee(user.grants, permission, found[lessee])) throw refuse.notFound()
  return found
}

const checkRules = (vehicle: WrittenVehicle) => {
  const broken = writtenVehicleFields.find((field) => vehicleProblems(vehicle)[field])
  const problem = broken && vehicleProblems(vehicle)[broken]
  if (problem) throw refuse.rule(problem, broken)
  for (const { province, municipality } of vehiclePlaces) {
    const wrong = placeProblem(vehicle[province], vehicle[municipality])
    if (wrong) throw refuse.rule(wrong, wrong === 'problems.provinceUnknown' ? province : municipality)
  }
}

const checkCertificate = (certificates: Certificates, { subdomain }: { subdomain: string }, name: string) => {
  if (name !== '' && !certificates.get(subdomain)?.has(name))
    throw refuse.rule('problems.certificateUnknown', 'routeSheet_certificado', { name })
}

/** Validates a new or changed vehicle and gives it as it is stored. */
const checkVehicle = async (context: Context, certificates: Certificates, given: WrittenVehicle, before?: Vehicle) => {
  const { tx, tenant, user } = context
  checkRules(given)
  const vehicle = vehicleAsKept(given)
  if (!mayManageLessee(user.grants, permission, vehicle[lessee])) throw refuse.rule('problems.lesseeNotYours', lessee)
  const { routeSheet_certificado: certificate } = vehicle
  // A certificate that was removed from the configuration stays until another one is chosen.
  if (certificate !== before?.routeSheet_certificado) checkCertificate(certificates, tenant, certificate)
  await lockPlates(tx, tenant.id)
  const other = await vehicleWithPlate(tx, tenant.id, { ...vehicle, ...(before && { id: before.id }) })
  if (other)
    throw refuse.rule('problems.plateTaken', other.isSynced ? 'numberPlateToSync' : 'numberPlateToMatch', {
      id: other.id,
    })
  const names = vehiclePlaces.map(({ province, municipality, ...name }) => ({
    [name.provinceName]: provinceName(vehicle[province]) ?? '',
    [name.municipalityName]: municipalityName(vehicle[province], vehicle[municipality]) ?? '',
  }))
  return Object.assign({ ...vehicle }, ...names) as Omit<Vehicle, 'id' | 'version'>
}

const create = (certificates: Certificates) => async (context: SignedInContext<typeof fleetVehicles.create>) => {
  const vehicle = await checkVehicle(context, certificates, { ...emptyVehicle, ...defined(context.body) })
  return { fleetVehicle: await vehicles.insert(workOf(context), 'create', vehicle) }
}

/** Rejects a change to an outdated version, reporting what others have changed since. */
const checkVersion = async ({ tx, tenant }: Context, { id, version }: Vehicle, seen: number) => {
  if (seen === version) return
  const lines = await vehicleJournal(tx, tenant.id, 'vehicle', id, seen)
  const changes = lines.flatMap(({ before, after, who, at }) =>
    Object.entries(after).map(([field, value]) => ({ field, before: before[field] ?? null, after: value, who, at })),
  )
  throw refuse.state('problems.fleetVehicleChanged', { version, changes })
}

const update = (certificates: Certificates) => async (context: SignedInContext<typeof fleetVehicles.update>) => {
  const { params, body } = context
  if (body.id !== undefined && body.id !== params.id) throw refuse.field('id', 'id: must match the id in the path')
  const before = await vehicleFor(context, params.id, { lock: true })
  await checkVersion(context, before, body.version)
  const written = defined(membersNamed(body, writtenVehicleFields)) as Partial<WrittenVehicle>
  const vehicle = await checkVehicle(context, certificates, { ...before, ...written }, before)
  return { fleetVehicle: await vehicles.change(workOf(context), 'edit', before, vehicle) }
}

const remove = async (context: SignedInContext<typeof fleetVehicles.remove>) => {
  const { tx, tenant, params } = context
  const before = await vehicleFor(context, params.id, { lock: true })
  if (await hasWaitingSheets(tx, tenant.id, before.id)) throw refuse.state('problems.sheetsWaiting')
  await removeVehicle(workOf(context), before)
  return undefined
}

export const fleetVehicleHandlers = (certificates: Certificates): Handlers<typeof fleetVehicles> => ({
  list,
  export: listExport(fleetVehicles.export, list),
  certificates: async ({ tenant }) => ({
    certificateList: [...(certificates.get(tenant.subdomain)?.keys() ?? [])].sort(),
  }),
  get: async (context) => {
    const { tx, tenant, params } = context
    const fleetVehicle = await vehicleFor(context, params.id)
    const lines = await vehicleJournal(tx, tenant.id, 'vehicle', params.id)
    return { fleetVehicle, journal: lines.map(({ idUser: _, ...line }) => line) }
  },
  create: create(certificates),
  update: update(certificates),
  remove,
})

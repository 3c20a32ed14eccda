import { bookingStatus } from '@parada/domain/codes'
import { required } from '@parada/domain/objects'
import { demoPlate } from '@parada/domain/route-sheet/demo-plates'
import type { Vehicle } from '@parada/domain/route-sheet/records'
import { sheetStatus } from '@parada/domain/route-sheet/status'
import { municipalityName } from '@parada/domain/spain/municipalities'
import { provinceName } from '@parada/domain/spain/provinces'
import { companyTaxId } from '@parada/domain/spain/tax-id'
import { townIn } from '@parada/domain/spain/towns'
import type pg from 'pg'
import { columnOf } from '../list/columns.ts'
import { theHouse } from '../queries/booking-changes.ts'
import { insertAll } from './copy.ts'
import type { Subdomain } from './demo-users.ts'
import { fleetsByTenant } from './fleets.ts'
import { lessees } from './permissions.ts'
import { makeRandom, type Random } from './random.ts'
import { type DemoTenant, demoTenants } from './tenants.ts'

type SeededVehicle = ReturnType<typeof vehicleRow>

const vehiclesPerTenant = 40
/** How many of them fleets know by the number at the start of their taxi descriptions. */
const numbered = 30
const sheetsPerTenant = 300
const minute = 60_000

const homes: Readonly<Record<Subdomain, readonly [province: string, municipality: string, distant: string][]>> = {
  demo: [
    ['28', '079', '28006'],
    ['28', '079', '45168'],
    ['28', '005', '19130'],
    ['47', '186', '34120'],
  ],
  costa: [
    ['29', '067', '29901'],
    ['29', '067', '18087'],
    ['41', '091', '11020'],
    ['46', '250', '46131'],
  ],
  norte: [
    ['48', '020', '48044'],
    ['48', '020', '01059'],
    ['20', '069', '20045'],
    ['39', '075', '39087'],
  ],
}

/** The first taxis of the fleets that the simulator plays, so that some of their rides have route sheets. */
const simulated = (subdomain: Subdomain) =>
  fleetsByTenant[subdomain]
    .filter(({ protocol }) => protocol > 1)
    .flatMap(({ id }) => [0, 1].map((taxi) => demoPlate(id, taxi)))

const managed = lessees.map((text) => {
  const [taxId = '', name = ''] = text.split('/')
  return { taxId, name }
})
/** Two in three vehicles belong to lessees that the dispatcher manages. */
const allLessees = [...managed, { taxId: companyTaxId('B', '0000004'), name: 'Rutas de Ejemplo' }]

const consonants = [...'BCDFGHJKLMNPRSTVWXYZ']
const plateOf = ({ digits, pick }: Random) => digits(4) + Array.from({ length: 3 }, () => pick(consonants)).join('')

const vehicleRow = ({ id: tenant_id, subdomain, frontConfig }: DemoTenant, index: number, random: Random) => {
  const { chance, pick } = random
  const id = tenant_id * 1_000 + index + 1
  const drawn = plateOf(random)
  const plate = simulated(subdomain)[index - numbered] ?? drawn
  const [province, municipality, distant] = pick(homes[subdomain])
  const [distantProvince, distantMunicipality] = [distant.slice(0, 2), distant.slice(2)]
  const lessee = required(allLessees[index % allLessees.length])
  const fields: Omit<Vehicle, 'id' | 'version'> = {
    numberPlateToSync: plate,
    numberPlateToMatch: index < numbered ? `TAXI${index * 8 + 1}` : plate,
    routeSheet_export: index < numbered + simulated(subdomain).length || chance(0.5),
    routeSheet_niftitular: companyTaxId(pick(['A', 'B']), `${tenant_id}000${String(index % 7).padStart(3, '0')}`),
    routeSheet_nifarrendadorDefault: frontConfig.routeSheetDefaultLessorTaxId || companyTaxId('B', '0000005'),
    routeSheet_nifarrendatarioDefault: lessee.taxId,
    routeSheet_nombarrendatarioDefault: lessee.name,
    routeSheet_notificationsEmail: chance(0.7) ? `hojas@${subdomain}.example` : '',
    routeSheet_certificado: '',
    routeSheet_cgprovcontratoDefault: province,
    routeSheet_cgmunicontratoDefault: municipality,
    routeSheet_cgprovlejanoDefault: distantProvince,
    routeSheet_cgmunilejanoDefault: distantMunicipality,
    routeSheet_nombprovcontratoDefault: required(provinceName(province)),
    routeSheet_nombmunicontratoDefault: required(municipalityName(province, municipality), municipality),
    routeSheet_nombprovlejanoDefault: required(provinceName(distantProvince)),
    routeSheet_nombmunilejanoDefault: required(municipalityName(distantProvince, distantMunicipality), distant),
  }
  return { tenant_id, id, fields }
}

const vehiclesOf = (tenant: DemoTenant) => {
  const random = makeRandom(tenant.id + 4_000)
  return Array.from({ length: vehiclesPerTenant }, (_, index) => vehicleRow(tenant, index, random))
}

const columnsOf = (fields: object) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [columnOf(name), value]))

type Ride = {
  id: number
  status: number
  id_fleet: number
  id_supplier_taxi: number | null
  start: number
  confirmed: number | null
  finish: number | null
  origin: string
  destination: string | null
}

/** The latest rides that one of the vehicles took, and bookings that are confirmed now. */
const ridesOf = async (client: pg.Client, tenantId: number, numbers: readonly number[]) => {
  const { confirmed, finished, cancelledByUser } = bookingStatus
  const millis = (column: string) => `floor(extract(epoch from ${column}) * 1000)::float8`
  const { rows } = await client.query<Ride>(
    `select id::float8 as id, status, id_fleet::float8 as id_fleet, id_supplier_taxi,
       ${millis('time_booking_start')} as start, ${millis('time_service_confirmed')} as confirmed,
       ${millis('time_booking_finish')} as finish,
       origin ->> 'addressField' as origin, destination ->> 'addressField' as destination
     from booking
     where tenant_id = $1 and (status = ${confirmed} or
       (status in (${finished}, ${cancelledByUser}) and not cancelled_with_charge and id_supplier_taxi = any($2)))
     order by time_booking_start desc limit ${sheetsPerTenant}`,
    [tenantId, numbers],
  )
  return rows.toReversed()
}

const refusals = [
  'El NIF del arrendatario no figura en el registro',
  'La matrícula no tiene autorización VTC vigente',
  'El municipio de fin no corresponde a la provincia indicada',
  'La hoja de ruta se ha recibido después del inicio del servicio',
]

/** A sheet's status, and when the register received it. */
const standingOf = (
  { status, start }: Ride,
  { made, now, isRefused }: { made: number; now: number; isRefused: boolean },
  { pick, between }: Random,
) => {
  const registered = { date_sync_registration: made + between(2, 40) * 1_000 }
  if (isRefused) return { status: sheetStatus.refused, error_message: pick(refusals) }
  if (status === bookingStatus.cancelledByUser)
    return { ...registered, status: sheetStatus.cancelled, date_sync_cancellation: made + between(3, 9) * minute }
  if (status === bookingStatus.finished && start < now)
    return { ...registered, status: sheetStatus.started, date_sync_start: start + between(1, 4) * minute }
  return { ...registered, status: sheetStatus.registered }
}

type Sheet = Record<string, unknown> & { id: number; status: number }

const sheetOf = (vehicle: SeededVehicle, ride: Ride, id: number, now: number, random: Random) => {
  const { fields } = vehicle
  const made = Math.min(ride.confirmed ?? ride.start - 20 * minute, ride.start, now - 2 * minute)
  const province = fields.routeSheet_cgprovcontratoDefault
  const [from, to] = [ride.origin, ride.destination ?? ''].map((address) => townIn(address, province))
  const standing = standingOf(ride, { made, now, isRefused: id % 10 === 4 }, random)
  const moments = Object.fromEntries(
    Object.entries(standing).map(([name, value]) => [name, name.startsWith('date_') ? new Date(Number(value)) : value]),
  )
  const isHeard = 'date_sync_registration' in standing
  const sheet: Sheet = {
    tenant_id: vehicle.tenant_id,
    id,
    version: 1,
    date_created: new Date(made),
    time_updated: new Date(made),
    id_booking: ride.id,
    id_vehicle: vehicle.id,
    id_supplier: ride.id_fleet,
    number_plate: fields.numberPlateToSync,
    niftitular: fields.routeSheet_niftitular,
    nifarrendador: fields.routeSheet_nifarrendadorDefault,
    nifarrendatario: fields.routeSheet_nifarrendatarioDefault,
    nombarrendatario: fields.routeSheet_nombarrendatarioDefault,
    cgprovcontrato: province,
    cgmunicontrato: fields.routeSheet_cgmunicontratoDefault,
    fcontrato: new Date(made),
    cgprovinicio: from?.province ?? '',
    cgmuniinicio: from?.municipality ?? '',
    direccioninicio: ride.origin,
    fprevistainicio: new Date(ride.start),
    cgprovfin: to?.province ?? '',
    cgmunifin: to?.municipality ?? '',
    direccionfin: ride.destination ?? '',
    ffin: new Date(ride.finish ?? ride.start + random.between(20, 50) * minute),
    cgprovlejano: fields.routeSheet_cgprovlejanoDefault,
    cgmunilejano: fields.routeSheet_cgmunilejanoDefault,
    idservicio: isHeard ? `RVTC-${id * 7 + 100_003}` : null,
    error_message: '',
    date_sync_registration: null,
    date_sync_start: null,
    date_sync_cancellation: null,
    ...{ status: standing.status, ...moments },
  }
  return sheet
}

const steps = [
  ['register', 'date_sync_registration', 'dateSyncRegistration', sheetStatus.registered],
  ['start', 'date_sync_start', 'dateSyncStart', sheetStatus.started],
  ['cancel', 'date_sync_cancellation', 'dateSyncCancellation', sheetStatus.cancelled],
] as const

/** How each sheet reached its status. */
const journalOf = (sheet: Sheet) => {
  const { id, tenant_id, date_created, status, error_message } = sheet
  const line = (version: number, action: string, at: unknown, before: object, after: object) => ({
    ...{ tenant_id, kind: 'sheet', id_record: id, version, at, action, who: theHouse.who, before, after },
  })
  const lines = [line(1, 'create', date_created, {}, { status: sheetStatus.waiting })]
  let known: number = sheetStatus.waiting
  for (const [action, column, field, next] of steps) {
    const at = sheet[column]
    if (!(at instanceof Date)) continue
    lines.push(line(lines.length + 1, action, at, { status: known }, { status: next, [field]: at.getTime() }))
    known = next
  }
  if (status === sheetStatus.refused)
    lines.push(line(2, 'refuse', date_created, { status: known }, { status, errorMessage: error_message }))
  return lines
}

/** Vehicles of each tenant, and the route sheets of the rides that they drove. */
export const seedVehicles = async (client: pg.Client, now: Date) => {
  for (const tenant of demoTenants) {
    const vehicles = vehiclesOf(tenant)
    const random = makeRandom(tenant.id + 4_100)
    const byNumber = new Map(vehicles.slice(0, numbered).map((vehicle, index) => [index * 8 + 1, vehicle]))
    const rides = await ridesOf(client, tenant.id, [...byNumber.keys()])
    const sheets = rides.map((ride, index) => {
      const vehicle = byNumber.get(ride.id_supplier_taxi ?? 0) ?? required(vehicles[index % vehicles.length])
      return sheetOf(vehicle, ride, tenant.id * 100_000 + index + 1, now.getTime(), random)
    })
    const journal = sheets.flatMap(journalOf)
    const versions = Map.groupBy(journal, ({ id_record }) => id_record)
    await insertAll(
      client,
      'fleet_vehicle',
      vehicles.map(({ tenant_id, id, fields }) => ({
        ...{ tenant_id, id, version: 1, time_updated: now, date_created: now },
        ...columnsOf(fields),
      })),
    )
    await insertAll(
      client,
      'route_sheet',
      sheets.map((sheet) => ({ ...sheet, version: versions.get(sheet.id)?.length ?? 1 })),
    )
    await insertAll(client, 'vehicle_journal', journal)
  }
}

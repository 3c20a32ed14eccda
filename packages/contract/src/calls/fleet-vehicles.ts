import { anyOf } from '@parada/domain/access/permissions'
import { vehicleFields } from '@parada/domain/route-sheet/records'
import { z } from 'zod'
import { JournalLine } from '../journal.ts'
import { call, id, withParams } from '../kit.ts'
import { fields, flag, list, number, rowOf, text } from '../list.ts'
import { exportOf } from '../list-export.ts'

const access = anyOf('adminFleetVehicleByNifArrendatario')
const one = withParams({ id })
const found = text.notSorted

const fleetVehicleFields = fields({
  id: number,
  numberPlateToSync: text,
  numberPlateToMatch: text,
  routeSheet_export: flag.notSorted,
  routeSheet_niftitular: found,
  routeSheet_nifarrendadorDefault: found,
  routeSheet_nifarrendatarioDefault: found,
  routeSheet_nombarrendatarioDefault: found,
  routeSheet_notificationsEmail: found,
  routeSheet_certificado: found,
  routeSheet_cgprovcontratoDefault: found,
  routeSheet_cgmunicontratoDefault: found,
  routeSheet_cgprovlejanoDefault: found,
  routeSheet_cgmunilejanoDefault: found,
  routeSheet_nombprovcontratoDefault: found,
  routeSheet_nombmunicontratoDefault: found,
  routeSheet_nombprovlejanoDefault: found,
  routeSheet_nombmunilejanoDefault: found,
})

const FleetVehicle = rowOf(vehicleFields)
export type FleetVehicle = z.output<typeof FleetVehicle>

const word = z.string().trim().max(200)
const written = {
  numberPlateToSync: word.min(1),
  numberPlateToMatch: word,
  routeSheet_export: z.boolean(),
  routeSheet_niftitular: word,
  routeSheet_nifarrendadorDefault: word,
  routeSheet_nifarrendatarioDefault: word.min(1),
  routeSheet_nombarrendatarioDefault: word,
  routeSheet_notificationsEmail: word,
  routeSheet_certificado: word,
  routeSheet_cgprovcontratoDefault: word,
  routeSheet_cgmunicontratoDefault: word,
  routeSheet_cgprovlejanoDefault: word,
  routeSheet_cgmunilejanoDefault: word,
}
const { numberPlateToSync, routeSheet_nifarrendatarioDefault, ...optional } = written

const vehicleList = list({
  path: '/fleet-vehicle/:sd/list',
  access,
  summary: 'The vehicles of the lessees whom the reader manages; from and to hide none of them (O3-46)',
  key: 'fleetVehicleList',
  fields: fleetVehicleFields,
  range: { by: {}, maxDays: 120 },
  export: { title: 'screens.fleetVehicles' },
})

export const fleetVehicles = {
  list: vehicleList,
  export: exportOf(vehicleList),
  certificates: call({
    method: 'GET',
    path: '/fleet-vehicle/:sd/certificates',
    access,
    summary: 'The names of the certificates that this server can sign route sheets with',
    response: z.object({ certificateList: z.array(z.string()) }),
  }),
  get: call({
    method: 'GET',
    path: '/fleet-vehicle/:sd/:id',
    access,
    summary: 'One vehicle of a lessee whom the reader manages, with what happened to it, oldest first',
    params: one,
    response: z.object({ fleetVehicle: FleetVehicle, journal: z.array(JournalLine) }),
  }),
  create: call({
    method: 'POST',
    path: '/fleet-vehicle/:sd',
    access,
    summary: 'Adds a vehicle; without numberPlateToMatch fleets know it by its plate (O3-47)',
    body: z.strictObject({
      numberPlateToSync,
      routeSheet_nifarrendatarioDefault,
      ...z.object(optional).partial().shape,
    }),
    isIdempotent: true,
    code: 201,
    response: z.object({ fleetVehicle: FleetVehicle }),
  }),
  update: call({
    method: 'PUT',
    path: '/fleet-vehicle/:sd/:id',
    access,
    summary: 'Changes a vehicle; a version that others have changed since is refused with what they changed',
    params: one,
    // Place names may be sent along with the vehicle but are ignored: they follow from their codes.
    body: z.strictObject({ ...FleetVehicle.partial().shape, ...z.object(written).partial().shape, version: z.int32() }),
    response: z.object({ fleetVehicle: FleetVehicle }),
  }),
  remove: call({
    method: 'DELETE',
    path: '/fleet-vehicle/:sd/:id',
    access,
    summary: 'Removes a vehicle (O3-48); its route sheets stay',
    params: one,
    code: 204,
    response: z.undefined(),
  }),
}

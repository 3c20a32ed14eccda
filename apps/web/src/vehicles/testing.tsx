import type { FleetVehicle } from '@parada/contract/calls/fleet-vehicles'
import type { RouteSheet } from '@parada/contract/calls/route-sheets'
import type { JournalLine } from '@parada/contract/journal'
import { Route as vehicles } from '../screens/_shell/fleetVehicle.tsx'
import { Route as oneVehicle } from '../screens/_shell/fleetVehicle_.$id.tsx'
import { Route as newVehicle } from '../screens/_shell/fleetVehicle_.create.tsx'
import { Route as sheets } from '../screens/_shell/routeSheet.tsx'
import { Route as oneSheet } from '../screens/_shell/routeSheet_.$id.tsx'
import { type Answers, openScreens } from '../testing/open-screens.tsx'
import { now } from '../testing/records.ts'

export const vehicle: FleetVehicle = {
  id: 1_007,
  version: 3,
  numberPlateToSync: '1234BCD',
  numberPlateToMatch: 'TAXI17',
  routeSheet_export: true,
  routeSheet_niftitular: '12345678Z',
  routeSheet_nifarrendadorDefault: 'B00000000',
  routeSheet_nifarrendatarioDefault: 'B00000018',
  routeSheet_nombarrendatarioDefault: 'Alquileres Inventados',
  routeSheet_cgprovcontratoDefault: '28',
  routeSheet_cgmunicontratoDefault: '079',
  routeSheet_cgprovlejanoDefault: '',
  routeSheet_cgmunilejanoDefault: '',
  routeSheet_notificationsEmail: '',
  routeSheet_certificado: '',
  routeSheet_nombprovcontratoDefault: 'Madrid',
  routeSheet_nombmunicontratoDefault: 'Madrid',
  routeSheet_nombprovlejanoDefault: '',
  routeSheet_nombmunilejanoDefault: '',
}
const { version: _, ...vehicleRow } = vehicle

export const sheet: RouteSheet = {
  id: 100_001,
  version: 2,
  idBooking: 4_711,
  idVehicle: 1_007,
  idSupplier: 29,
  status: 20,
  numberPlate: '1234BCD',
  niftitular: '12345678Z',
  nifarrendador: 'B00000000',
  nifarrendatario: 'B00000018',
  nombarrendatario: 'Alquileres Inventados',
  cgprovcontrato: '28',
  cgmunicontrato: '079',
  fcontrato: now - 3_600_000,
  cgprovinicio: '28',
  cgmuniinicio: '079',
  direccioninicio: 'Puerta del Sol, Madrid',
  fprevistainicio: now,
  cgprovfin: '28',
  cgmunifin: '006',
  direccionfin: 'Calle Marqués de la Valdavia 1, Alcobendas',
  ffin: now + 1_800_000,
  cgprovlejano: '45',
  cgmunilejano: '168',
  direccionlejano: '',
  idservicio: 'RVTC-700010',
  dateSyncRegistration: now - 3_500_000,
  dateSyncStart: null,
  dateSyncCancellation: null,
  stepUnderWay: null,
  errorMessage: '',
}
const { version: __, idVehicle: ___, stepUnderWay: ____, ...sheetRow } = sheet

export const line = (change: Partial<JournalLine>): JournalLine => ({
  id: 1,
  version: 1,
  at: now,
  action: 'create',
  who: 'Luis Gil',
  before: {},
  after: {},
  ...change,
})

const towns: Record<string, [name: string, ...towns: [code: string, name: string][]]> = {
  '28': ['Madrid', ['006', 'Alcobendas'], ['079', 'Madrid']],
  '45': ['Toledo', ['165', 'Talavera de la Reina'], ['168', 'Toledo']],
}

const standard: Answers = {
  'GET /fleet-vehicle/:sd/list': { rows: [vehicleRow], totalQueryCount: 1 },
  'GET /fleet-vehicle/:sd/:id': { fleetVehicle: vehicle, journal: [line({})] },
  'GET /fleet-vehicle/:sd/certificates': { certificateList: ['alquileres-2026'] },
  'POST /fleet-vehicle/:sd': ({ body }: { body?: object }) => ({ fleetVehicle: { ...vehicle, ...body, id: 1_900 } }),
  'PUT /fleet-vehicle/:sd/:id': ({ body }: { body?: object }) => ({
    fleetVehicle: { ...vehicle, ...body, version: 4 },
  }),
  'DELETE /fleet-vehicle/:sd/:id': undefined,
  'GET /fomento/:sd/route-sheet': { rows: [sheetRow], totalQueryCount: 1 },
  'GET /fomento/:sd/route-sheet/:id': { viewRouteSheetBean: sheet, journal: [line({ who: 'Parada' })] },
  'POST /fomento/:sd/route-sheet/:id/send': { viewRouteSheetBean: { ...sheet, status: 10 } },
  'GET /fomento/:sd/cities': ({ query }: { query?: Record<string, unknown> }) => {
    const cgprov = String(query?.cgprov)
    const [nombprov = '', ...places] = towns[cgprov] ?? []
    return { fomentoMunicipioList: places.map(([cgmuni, nombmuni]) => ({ cgprov, nombprov, cgmuni, nombmuni })) }
  },
}

export const open = openScreens({
  routes: {
    '/fleetVehicle': vehicles,
    '/fleetVehicle/create': newVehicle,
    '/fleetVehicle/$id': oneVehicle,
    '/routeSheet': sheets,
    '/routeSheet/$id': oneSheet,
  },
  elsewhere: { '/services/$id': 'A booking' },
  standard,
})

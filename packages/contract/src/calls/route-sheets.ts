import { anyOf } from '@parada/domain/access/permissions'
import { sheetFields } from '@parada/domain/route-sheet/records'
import { z } from 'zod'
import { JournalLine } from '../journal.ts'
import { call, id, withParams } from '../kit.ts'
import { code, fields, list, number, rowOf, text, time } from '../list.ts'
import { exportOf } from '../list-export.ts'

const access = anyOf('viewRouteSheetsByNifArrendatario')
const found = text.notSorted
const moment = time.notSorted

const routeSheetFields = fields({
  id: number,
  idBooking: number.notSorted,
  idSupplier: number.nullable.notSorted,
  status: code('routeSheetStatus').notSorted,
  numberPlate: found,
  niftitular: found,
  nifarrendador: found,
  nifarrendatario: found,
  nombarrendatario: found,
  cgprovcontrato: found,
  cgmunicontrato: found,
  fcontrato: time,
  cgprovinicio: found,
  cgmuniinicio: found,
  direccioninicio: found,
  fprevistainicio: time,
  cgprovfin: found,
  cgmunifin: found,
  direccionfin: found,
  ffin: moment.nullable,
  cgprovlejano: found,
  cgmunilejano: found,
  direccionlejano: found,
  idservicio: found.nullable,
  dateSyncRegistration: moment.nullable,
  dateSyncStart: moment.nullable,
  dateSyncCancellation: moment.nullable,
  errorMessage: found,
})

const RouteSheet = rowOf(sheetFields)
export type RouteSheet = z.output<typeof RouteSheet>

const FomentoMunicipio = z.object({
  cgprov: z.string(),
  nombprov: z.string(),
  cgmuni: z.string(),
  nombmuni: z.string(),
})
export type FomentoMunicipio = z.output<typeof FomentoMunicipio>

const sheetList = list({
  path: '/fomento/:sd/route-sheet',
  access,
  summary: 'The route sheets of the lessees whose sheets the reader may see',
  key: 'viewRouteSheetBeanList',
  fields: routeSheetFields,
  // By the date of the contract: the ride may still be to come, and 'the last two months' would hide it.
  range: { by: 'fcontrato', maxDays: 120 },
  export: { title: 'screens.routeSheets' },
})

export const routeSheets = {
  list: sheetList,
  export: exportOf(sheetList),
  get: call({
    method: 'GET',
    path: '/fomento/:sd/route-sheet/:id',
    access,
    summary: 'One route sheet with what happened to it, oldest first',
    params: withParams({ id }),
    response: z.object({ viewRouteSheetBean: RouteSheet, journal: z.array(JournalLine) }),
  }),
  send: call({
    method: 'POST',
    path: '/fomento/:sd/route-sheet/:id/send',
    access: anyOf('adminFleetVehicleByNifArrendatario'),
    summary: 'Sends a sheet that the register refused again, with what its booking and its vehicle say now',
    params: withParams({ id }),
    response: z.object({ viewRouteSheetBean: RouteSheet }),
  }),
  cities: call({
    method: 'GET',
    path: '/fomento/:sd/cities',
    access: anyOf('viewRouteSheetsByNifArrendatario', 'adminFleetVehicleByNifArrendatario'),
    summary: 'The municipalities of Spain with their provinces, by the codes of the statistics office',
    query: z.strictObject({ cgprov: z.string().trim().max(2).optional() }),
    response: z.object({ fomentoMunicipioList: z.array(FomentoMunicipio) }),
  }),
}

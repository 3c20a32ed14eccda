import { code, fields, flag, number, oneOf, type RowOf, text, time } from '../list/fields.ts'

/** What is reported to the register, each once in the life of a sheet. */
export type Step = 'register' | 'start' | 'cancel'

/** A vehicle with driver, with the defaults for its route sheets; values from the booking take precedence. */
export const vehicleFields = fields({
  id: number,
  version: number,
  numberPlateToSync: text,
  numberPlateToMatch: text,
  routeSheet_export: flag,
  routeSheet_niftitular: text,
  routeSheet_nifarrendadorDefault: text,
  routeSheet_nifarrendatarioDefault: text,
  routeSheet_nombarrendatarioDefault: text,
  routeSheet_cgprovcontratoDefault: text,
  routeSheet_cgmunicontratoDefault: text,
  routeSheet_cgprovlejanoDefault: text,
  routeSheet_cgmunilejanoDefault: text,
  routeSheet_notificationsEmail: text,
  routeSheet_certificado: text,
  /** The names that belong to the codes. */
  routeSheet_nombprovcontratoDefault: text,
  routeSheet_nombmunicontratoDefault: text,
  routeSheet_nombprovlejanoDefault: text,
  routeSheet_nombmunilejanoDefault: text,
})

export type Vehicle = RowOf<typeof vehicleFields>

/** A route sheet: a ride as reported to the authority, under the register's own names. */
export const sheetFields = fields({
  id: number,
  version: number,
  idBooking: number,
  idVehicle: number,
  idSupplier: number.nullable,
  status: code('routeSheetStatus'),
  numberPlate: text,
  niftitular: text,
  nifarrendador: text,
  nifarrendatario: text,
  nombarrendatario: text,
  cgprovcontrato: text,
  cgmunicontrato: text,
  fcontrato: time,
  cgprovinicio: text,
  cgmuniinicio: text,
  direccioninicio: text,
  fprevistainicio: time,
  cgprovfin: text,
  cgmunifin: text,
  direccionfin: text,
  ffin: time.nullable,
  cgprovlejano: text,
  cgmunilejano: text,
  direccionlejano: text,
  idservicio: text.nullable,
  dateSyncRegistration: time.nullable,
  dateSyncStart: time.nullable,
  dateSyncCancellation: time.nullable,
  /** The step being reported to the register; one at a time. */
  stepUnderWay: oneOf<Step>().nullable,
  errorMessage: text,
})

export type Sheet = RowOf<typeof sheetFields>

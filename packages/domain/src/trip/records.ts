import type { StoredBreak } from '../booking/fields.ts'
import type { CodeOf } from '../codes.ts'
import { code, decimal, fields, flag, money, number, type RowOf, record, text, time } from '../list/fields.ts'
import type { Point } from '../places/geo.ts'
import type { Mode } from './modes.ts'

/** The fields that every trip has, whatever its mode. */
const common = {
  id: number,
  version: number,
  reference: text.nullable,
  idUser: number.nullable,
  idAuthorization: number.nullable,
  idPaymentAccount: number.nullable,
}

const paid = {
  priceSupplier: money().nullable,
  priceCustomer: money().nullable,
  entryChannel: code('entryChannel'),
  cancelReason: text,
}

/** A trip as stored for its whole life, under the documents' names where they have one. */
export const tripRecords = {
  parking: fields({
    ...common,
    ...paid,
    status: code('parkingStatus'),
    idSupplier: number.nullable,
    idParking: number,
    protocol: code('parkingProtocol'),
    parkingName: text,
    customerName: text,
    customerPhone: text,
    numberPlate: text,
    dateInit: time,
    dateEnd: time.nullable,
    paymentMethod: code('paymentMethod'),
  }),
  mobility: fields({
    ...common,
    ...paid,
    status: code('mobilityStatus'),
    idSupplier: number,
    idWhiteLabel: number,
    customerName: text,
    customerPhone: text,
    vehicleSign: text,
    vehicleKind: code('vehicleKind'),
    timeInit: time,
    timeEnd: time.nullable,
    startAddressString: text,
    endAddressString: text,
    startLat: decimal.nullable,
    startLon: decimal.nullable,
    endLat: decimal.nullable,
    endLon: decimal.nullable,
    distanceMeters: number.nullable,
    paymentMethodCustomer: code('paymentMethod'),
    idUserPaymentProfile: number.nullable,
  }),
  ticket: fields({
    ...common,
    ...paid,
    status: code('ticketStatus'),
    idPublicTransportSupplier: number,
    locator: text,
    transportName: text,
    title: text,
    description: text,
    idTicketTitle: number.nullable,
    timeServiceStart: time,
    code: text,
    timeValidated: time.nullable,
    bookingBreaks: record<StoredBreak[]>(),
    paymentMethod: code('paymentMethod'),
  }),
  route: fields({
    ...common,
    status: code('routeStatus'),
    distanceType: code('routeDistanceType'),
    idSupplier: number.nullable,
    idExport: number.nullable,
    customerName: text,
    originAddressString: text,
    destinationAddressString: text,
    distanceMeters: number.nullable,
    timeStart: time,
    timeEnd: time.nullable,
    shared: flag,
    fault: code('routeFault').nullable,
    routeTrackingStopList: record<Point[]>(),
    bookingBreaks: record<StoredBreak[]>(),
    authorizationBreaks: record<StoredBreak[]>(),
  }),
} as const

export type VehicleKind = CodeOf<'vehicleKind'>

export type TripRecord<M extends Mode = Mode> = RowOf<(typeof tripRecords)[M]>
export type ParkingRecord = TripRecord<'parking'>
export type MobilityRecord = TripRecord<'mobility'>
export type TicketRecord = TripRecord<'ticket'>
export type RouteRecord = TripRecord<'route'>

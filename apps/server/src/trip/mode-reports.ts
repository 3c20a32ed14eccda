import type { MobilityReport, ParkingReport, TicketReport } from '@parada/contract/calls/trip-reports'
import type { Traveller } from '@parada/db/queries/travellers'
import { type TripChange, type TripSupplier, trips } from '@parada/db/queries/trips'
import type { MobilityRecord, ParkingRecord, TicketRecord } from '@parada/domain/trip/records'
import type { z } from 'zod'
import type { ModeReports } from './take-report.ts'

/** What the reports of each mode change in a trip, besides its status. */

type Customer = { customerName?: string | undefined; customerPhone?: string | undefined }

const whose = ({ customerName, customerPhone }: Customer, { name, phone }: Traveller) => ({
  customerName: customerName ?? name,
  customerPhone: customerPhone ?? phone,
})

const accountOf = ({ idUser, idAuthorization, idPaymentAccount }: Traveller) => ({
  idUser,
  idAuthorization,
  idPaymentAccount,
})

type Parking = z.output<typeof ParkingReport>
export const parkingReports: ModeReports<Parking, ParkingRecord, TripChange<'parking'>> = {
  mode: 'parking',
  store: trips.parking,
  begin: (report, { id, protocol }, traveller) =>
    report.type === 'started'
      ? {
          ...whose(report, traveller),
          ...accountOf(traveller),
          idSupplier: id,
          protocol,
          reference: report.reference,
          idParking: report.idParking,
          parkingName: report.parkingName,
          numberPlate: report.numberPlate ?? '',
          dateInit: report.dateInit,
          dateEnd: report.dateEnd ?? null,
          priceSupplier: report.priceSupplier ?? null,
          priceCustomer: report.priceCustomer ?? null,
        }
      : undefined,
  change: (report) => {
    switch (report.type) {
      case 'extended':
      case 'finished':
        return { dateEnd: report.dateEnd, priceSupplier: report.priceSupplier, priceCustomer: report.priceCustomer }
      case 'cancelled':
        return { dateEnd: report.at, cancelReason: report.reason ?? '' }
      default:
        return {}
    }
  },
}

type Mobility = z.output<typeof MobilityReport>
export const mobilityReports: ModeReports<Mobility, MobilityRecord, TripChange<'mobility'>> = {
  mode: 'mobility',
  store: trips.mobility,
  begin: (report, { id }, traveller) =>
    report.type === 'booked'
      ? {
          ...whose(report, traveller),
          ...accountOf(traveller),
          idSupplier: id,
          idWhiteLabel: traveller.idWhiteLabel,
          idUserPaymentProfile: traveller.idUser,
          reference: report.reference,
          vehicleSign: report.vehicleSign,
          vehicleKind: report.vehicleKind,
          startAddressString: report.startAddressString,
          startLat: report.lat,
          startLon: report.lon,
          timeInit: report.at,
        }
      : undefined,
  change: (report) => {
    switch (report.type) {
      case 'started':
        return { timeInit: report.at }
      case 'finished':
        return {
          timeEnd: report.at,
          endAddressString: report.endAddressString,
          endLat: report.lat,
          endLon: report.lon,
          distanceMeters: report.distanceMeters,
          priceSupplier: report.priceSupplier,
          priceCustomer: report.priceCustomer,
        }
      case 'cancelled':
        return { timeEnd: report.at, cancelReason: report.reason ?? '' }
      case 'expired':
        return { timeEnd: report.at }
      default:
        return {}
    }
  },
}

const soldTicket = (report: Extract<Ticket, { type: 'sold' }>, { id, name }: TripSupplier, traveller: Traveller) => ({
  ...accountOf(traveller),
  idPublicTransportSupplier: id,
  transportName: name,
  reference: report.reference,
  locator: report.locator,
  idTicketTitle: report.idTicketTitle ?? null,
  title: report.title,
  description: report.description ?? '',
  timeServiceStart: report.timeServiceStart,
  code: report.code,
  priceSupplier: report.priceSupplier,
  priceCustomer: report.priceCustomer,
})

type Ticket = z.output<typeof TicketReport>
export const ticketReports: ModeReports<Ticket, TicketRecord, TripChange<'ticket'>> = {
  mode: 'ticket',
  store: trips.ticket,
  begin: (report, supplier, traveller) =>
    report.type === 'sold' ? soldTicket(report, supplier, traveller) : undefined,
  change: (report) => {
    switch (report.type) {
      case 'used':
        return { timeValidated: report.at }
      case 'cancelled':
        return { cancelReason: report.reason ?? '' }
      default:
        return {}
    }
  },
}

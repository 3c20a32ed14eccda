import { codes } from '@parada/domain/codes'
import { breakColumns } from '@parada/domain/list/list'
import { keysOf } from '@parada/domain/objects'
import { z } from 'zod'
import { each, id, lat, lon, maybeFlag, maybeId, maybeMoment, maybeNumber, maybeText, maybeWhole } from './schemas.ts'

const GeoArea = z.object({ description: maybeText, geometryWKT: z.string() })

/** The fields of all three documents; each call answers those it has. */
export const Fleet = z.object({
  id,
  fleetLongName: z.string(),
  protocolDispatch: z.int(),
  fleetName: maybeText,
  idExternal: maybeText,
  ...each(maybeWhole, ['priceProtocol', 'priceCustomerType', 'defaultTimePredispatch', 'status']),
  ...each(maybeNumber, ['estimatedMinPrice', 'estimatedMaxPrice', 'radiusKm']),
  ...each(maybeFlag, ['enableCommitmentDefault', 'commitmentByTaxiFeatures']),
  ...each(maybeText, ['timeZone', 'taxiFeatures', 'contactName', 'contactEmail', 'contactPhone']),
  lat: lat.nullish(),
  lon: lon.nullish(),
  geoAreaOrigin: z.array(GeoArea).nullish(),
  carAvailability: z.object({ cars: z.int().min(0), etaMinutes: maybeNumber }).nullish(),
})
export type Fleet = z.output<typeof Fleet>

export const Address = z.object({
  id,
  addressField: z.string(),
  lat,
  lon,
  isPoi: maybeFlag,
  name: maybeText,
  idSupplier: maybeId,
})

export const Poi = z.object({ id, name: z.string(), addressField: z.string(), lat, lon })

export const PaymentAccount = z.object({
  id,
  name: maybeText,
  travelGroups: z.array(z.object({ id, name: z.string() })),
})

/** In cents, so that sums are exact. */
const WalletMovement = z.object({ id, date: z.int(), amount: z.int(), concept: maybeText, idBooking: maybeId })

/** The signed-in user has `name` and `surname`; user records have `firstName` and `lastName` (O1-50). */
export const User = z.object({
  id,
  ...each(maybeText, ['name', 'surname', 'firstName', 'lastName', 'userEmail', 'prefixMobileNumber', 'mobileNumber']),
  ...each(maybeFlag, ['isEmailVerified', 'isMobileNumberVerified', 'isAcceptedAd']),
  ...each(maybeText, ['additionalInfo', 'category']),
  dateCreated: maybeMoment,
  status: maybeWhole,
  idWhiteLabel: maybeId,
  deviceTokens: z.array(z.string()).nullish(),
  vehicles: z.array(z.object({ id, numberPlate: z.string(), brand: maybeText, model: maybeText })).nullish(),
  walletMovements: z.array(WalletMovement).nullish(),
})
export type User = z.output<typeof User>

export const Invoice = z.object({
  id,
  invoiceCode: z.string(),
  date: z.int(),
  totalAmount: z.number(),
  numRows: z.int(),
})

export const Card = z.object({ id, cardAlias: maybeText, paymentMethod: maybeWhole, idUser: maybeId })

const parking = {
  id,
  idParking: maybeId,
  protocol: maybeWhole,
  ...each(maybeText, ['parkingName', 'customerName', 'customerPhone', 'numberPlate']),
  ...each(maybeMoment, ['dateInit', 'dateEnd']),
  ...each(maybeId, ['idUser', 'idPaymentAccount']),
  ...each(maybeNumber, ['priceSupplier', 'priceCustomer']),
}

export const ParkingBooking = z.object({ ...parking, status: z.int() })

export const ParkingToInvoice = z.object(parking)

/** A live booking: the fields to invoice without the end, which is not known yet (O3-41). */
export const MobilityBooking = z.object({
  id,
  status: z.int(),
  ...each(maybeId, ['idMobilityBooking', 'idMobilitySupplier', 'idUser', 'idAuthorization', 'idPaymentAccount']),
  ...each(maybeId, ['idUserPaymentProfile']),
  timeInit: maybeMoment,
  ...each(maybeText, ['startAddressString', 'endAddressString']),
  priceCustomer: maybeNumber,
  ...each(maybeWhole, ['entryChannel', 'paymentMethodCustomer']),
})

const { authorization, booking } = breakColumns()

export const Ticket = z.object({
  id,
  ...each(maybeText, ['locator', 'transportName', 'title', 'description']),
  ...each(maybeId, ['idUser', 'idAuthorization', 'idPaymentAccount', 'idTicketTitle', 'idPublicTransportSupplier']),
  timeServiceStart: maybeMoment,
  priceCustomer: maybeNumber,
  ...each(maybeWhole, ['entryChannel', 'status']),
  ...each(maybeText, authorization),
  ...each(maybeText, booking),
})

const oneOf = <Code extends string>(codes: Record<Code, string>) => z.enum(keysOf(codes))

export const IdentityDocument = z.object({
  id,
  idUser: maybeId,
  type: oneOf(codes.documentType),
  subType: maybeText,
  status: oneOf(codes.documentStatus),
  ...each(maybeText, ['countryCode', 'firstName', 'lastName', 'number', 'imageFront', 'imageBack']),
  ...each(maybeMoment, ['dateExpiration', 'dateIssued', 'dateLastUpdated']),
})

export const Promo = z.object({
  id,
  ...each(maybeText, ['name', 'internalDescription', 'compatibleActionsToExecute', 'compatibleActionsToCreate']),
  active: z.boolean(),
  type: maybeWhole,
  ...each(maybeWhole, ['usesPerUser', 'usesTotal', 'currentUsages']),
  ...each(maybeMoment, ['validFrom', 'validTo']),
  promoCodesAssociated: z
    .array(
      z.object({
        id,
        name: maybeText,
        code: z.string(),
        currentUsages: maybeWhole,
        usesTotal: maybeWhole,
        type: maybeWhole,
        idPromo: maybeId,
      }),
    )
    .nullish(),
})

import { codes } from '@parada/domain/codes'
import { breakColumns } from '@parada/domain/list'
import { z } from 'zod'
import { each, flag, id, lat, lon, maybeId, moment, number, text, whole } from './fields.ts'

const GeoArea = z.object({ description: text, geometryWKT: z.string() })

/** Fields of the three documents together; a call answers those it knows. */
export const Fleet = z.object({
  id,
  fleetLongName: z.string(),
  protocolDispatch: z.int(),
  fleetName: text,
  idExternal: text,
  ...each(whole, ['priceProtocol', 'priceCustomerType', 'defaultTimePredispatch', 'status']),
  ...each(number, ['estimatedMinPrice', 'estimatedMaxPrice', 'radiusKm']),
  ...each(flag, ['enableCommitmentDefault', 'commitmentByTaxiFeatures']),
  ...each(text, ['timeZone', 'taxiFeatures', 'contactName', 'contactEmail', 'contactPhone']),
  lat: lat.nullish(),
  lon: lon.nullish(),
  geoAreaOrigin: z.array(GeoArea).nullish(),
  carAvailability: z.object({ cars: z.int().min(0), etaMinutes: number }).nullish(),
})
export type Fleet = z.output<typeof Fleet>

export const Address = z.object({
  id,
  addressField: z.string(),
  lat,
  lon,
  isPoi: flag,
  name: text,
  idSupplier: maybeId,
})

export const Poi = z.object({ id, name: z.string(), addressField: z.string(), lat, lon })

export const PaymentAccount = z.object({
  id,
  name: text,
  travelGroups: z.array(z.object({ id, name: z.string() })),
})

/** In cents, so that sums stay exact. */
const WalletMovement = z.object({ id, date: z.int(), amount: z.int(), concept: text, idBooking: maybeId })

/** `name` and `surname` are how the signed-in user is answered, `firstName` and `lastName` how records are (O1-50). */
export const User = z.object({
  id,
  ...each(text, ['name', 'surname', 'firstName', 'lastName', 'userEmail', 'prefixMobileNumber', 'mobileNumber']),
  ...each(flag, ['isEmailVerified', 'isMobileNumberVerified', 'isAcceptedAd']),
  ...each(text, ['additionalInfo', 'category']),
  dateCreated: moment,
  status: whole,
  idWhiteLabel: maybeId,
  deviceTokens: z.array(z.string()).nullish(),
  vehicles: z.array(z.object({ id, numberPlate: z.string(), brand: text, model: text })).nullish(),
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

export const Card = z.object({ id, cardAlias: text, paymentMethod: whole, idUser: maybeId })

const parking = {
  id,
  idParking: maybeId,
  protocol: whole,
  ...each(text, ['parkingName', 'customerName', 'customerPhone', 'numberPlate']),
  ...each(moment, ['dateInit', 'dateEnd']),
  ...each(maybeId, ['idUser', 'idPaymentAccount']),
  ...each(number, ['priceSupplier', 'priceCustomer']),
}

export const ParkingBooking = z.object({ ...parking, status: z.int() })

export const ParkingToInvoice = z.object(parking)

/** Live: the to-invoice fields less the end, which is not known yet (O3-41). */
export const MobilityBooking = z.object({
  id,
  status: z.int(),
  ...each(maybeId, ['idMobilityBooking', 'idMobilitySupplier', 'idUser', 'idAuthorization', 'idPaymentAccount']),
  ...each(maybeId, ['idUserPaymentProfile']),
  timeInit: moment,
  ...each(text, ['startAddressString', 'endAddressString']),
  priceCustomer: number,
  ...each(whole, ['entryChannel', 'paymentMethodCustomer']),
})

const { authorization, booking } = breakColumns()

export const Ticket = z.object({
  id,
  ...each(text, ['locator', 'transportName', 'title', 'description']),
  ...each(maybeId, ['idUser', 'idAuthorization', 'idPaymentAccount', 'idTicketTitle', 'idPublicTransportSupplier']),
  timeServiceStart: moment,
  priceCustomer: number,
  ...each(whole, ['entryChannel', 'status']),
  ...each(text, authorization),
  ...each(text, booking),
})

const oneOf = <Code extends string>(codes: Record<Code, string>) => z.enum(Object.keys(codes) as [Code, ...Code[]])

export const IdentityDocument = z.object({
  id,
  idUser: maybeId,
  type: oneOf(codes.documentType),
  subType: text,
  status: oneOf(codes.documentStatus),
  ...each(text, ['countryCode', 'firstName', 'lastName', 'number', 'imageFront', 'imageBack']),
  ...each(moment, ['dateExpiration', 'dateIssued', 'dateLastUpdated']),
})

export const Promo = z.object({
  id,
  ...each(text, ['name', 'internalDescription', 'compatibleActionsToExecute', 'compatibleActionsToCreate']),
  active: z.boolean(),
  type: whole,
  ...each(whole, ['usesPerUser', 'usesTotal', 'currentUsages']),
  ...each(moment, ['validFrom', 'validTo']),
  promoCodesAssociated: z
    .array(
      z.object({
        id,
        name: text,
        code: z.string(),
        currentUsages: whole,
        usesTotal: whole,
        type: whole,
        idPromo: maybeId,
      }),
    )
    .nullish(),
})

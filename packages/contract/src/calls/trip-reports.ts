import { codes } from '@parada/domain/codes'
import { keysOf } from '@parada/domain/objects'
import { mostPathPoints, pathPointCount } from '@parada/domain/route/path'
import { z } from 'zod'
import { call } from '../kit.ts'
import { lat, lon } from '../schemas.ts'
import { Moment, Money, short, signatureHeaders, Uuid } from './suppliers.ts'

const headers = [signatureHeaders.supplier, signatureHeaders.timestamp, signatureHeaders.signature]

const about = {
  id: Uuid.describe('Of the report: the same when it is sent again'),
  reference: z.string().min(1).max(100).describe('What the supplier calls the trip'),
  at: Moment,
  idRequest: Uuid.optional().describe('The request that the report answers'),
}

const whose = {
  idUser: z.int().positive().optional(),
  idAuthorization: z.int().positive().optional(),
  customerName: short.optional(),
  customerPhone: z.string().max(30).optional(),
}
const prices = { priceSupplier: Money, priceCustomer: Money }
const estimate = { priceSupplier: Money.optional(), priceCustomer: Money.optional() }
const cancelled = z.strictObject({ type: z.literal('cancelled'), ...about, reason: short.optional() })
const only = <const Type extends string>(type: Type) => z.strictObject({ type: z.literal(type), ...about })

export const VehicleKind = z.enum(keysOf(codes.vehicleKind))

export const ParkingReport = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('started'),
    ...about,
    ...whose,
    ...estimate,
    idParking: z.int().min(0),
    parkingName: short,
    numberPlate: z.string().max(20).optional(),
    dateInit: Moment,
    dateEnd: Moment.optional(),
  }),
  z.strictObject({ type: z.literal('extended'), ...about, ...estimate, dateEnd: Moment }),
  only('expired'),
  z.strictObject({ type: z.literal('finished'), ...about, ...prices, dateEnd: Moment }),
  cancelled,
])

export const MobilityReport = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('booked'),
    ...about,
    ...whose,
    vehicleSign: short,
    vehicleKind: VehicleKind,
    startAddressString: short,
    lat,
    lon,
  }),
  only('started'),
  only('paused'),
  only('resumed'),
  z.strictObject({
    type: z.literal('finished'),
    ...about,
    ...prices,
    endAddressString: short,
    lat,
    lon,
    distanceMeters: z.int().min(0).max(10_000_000).optional(),
  }),
  cancelled,
  only('expired'),
])

export const TicketReport = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('sold'),
    ...about,
    ...whose,
    ...prices,
    locator: z.string().min(1).max(60),
    idTicketTitle: z.int().positive().optional(),
    title: short,
    description: short.optional(),
    timeServiceStart: Moment,
    code: z.string().min(1).max(500).describe('What the inspector reads, shown as a QR code'),
  }),
  only('used'),
  only('expired'),
  cancelled,
])

/** Two numbers per point, with up to six characters each. */
const Path = z
  .string()
  .min(1)
  .max(12 * mostPathPoints)
  .refine((text) => pathPointCount(text) <= mostPathPoints, 'must have at most 200,000 points')
  .describe('The way, encoded as maps do: differences in hundred-thousandths of a degree')
const PathTimes = z
  .string()
  .max(6 * mostPathPoints)
  .describe('Seconds after the start, one for each point, encoded like the path')
const Break = z.strictObject({ id: z.int().min(1).max(10), value: z.string().max(200) })

const finishedRoute = z
  .strictObject({
    type: z.literal('finished'),
    ...about,
    destinationAddressString: short.optional(),
    path: Path.optional(),
    pathTimes: PathTimes.optional(),
    distanceMeters: z.int().min(1).max(10_000_000).optional().describe('Typed by the user, in place of a path'),
    stops: z.array(z.strictObject({ lat, lon })).max(100).optional(),
    bookingBreaks: z.array(Break).max(9).optional(),
    authorizationBreaks: z.array(Break).max(10).optional(),
  })
  .refine(({ path, distanceMeters }) => path === undefined || distanceMeters === undefined, {
    path: ['distanceMeters'],
    error: 'must not be given with a path',
  })
  .refine(({ path, pathTimes }) => path !== undefined || pathTimes === undefined, {
    path: ['pathTimes'],
    error: 'must be given with a path',
  })

export const RouteReport = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('started'),
    ...about,
    ...whose,
    originAddressString: short.optional(),
    shared: z.boolean().optional(),
  }),
  finishedRoute,
  only('discarded'),
  only('tested'),
])

export type TripReport =
  | z.output<typeof ParkingReport>
  | z.output<typeof MobilityReport>
  | z.output<typeof TicketReport>
  | z.output<typeof RouteReport>

const reportCall = <Body extends z.ZodType>(mode: string, body: Body, what: string, mostBytes?: number) =>
  call({
    method: 'POST',
    path: `/suppliers/:sd/${mode}/reports`,
    access: 'public',
    summary: `${what}: signed as docs/suppliers.md says`,
    headers,
    body,
    isFrequent: true,
    ...(mostBytes && { mostBytes }),
    response: z.object({ id: z.int(), status: z.int(), repeated: z.boolean() }),
  })

const Vehicle = z.strictObject({
  sign: z.string().min(1).max(60),
  kind: VehicleKind,
  lat,
  lon,
  battery: z.int().min(0).max(100).nullable(),
  priceStart: Money,
  priceMinute: Money,
})

/** Calls for the suppliers of other modes, signed with their own secrets instead of a user's token. */
export const tripReports = {
  parking: reportCall('parking', ParkingReport, 'A car park tells what became of a place'),
  mobility: reportCall('mobility', MobilityReport, 'A supplier of shared vehicles tells what became of a booking'),
  ticket: reportCall('ticket', TicketReport, 'A supplier of public transport tells what became of a ticket'),
  route: reportCall('route', RouteReport, 'The app tells what became of a recorded route', 4 * 1_048_576),
  requests: call({
    method: 'GET',
    path: '/suppliers/:sd/requests',
    access: 'public',
    summary: 'What a supplier is asked for and has not answered: signed',
    headers,
    isFrequent: true,
    response: z.object({
      requests: z.array(
        z.object({
          id: Uuid,
          what: z.enum(['reserve', 'sell', 'finish', 'cancel']),
          askedAt: Moment,
          idTrip: z.int(),
          reference: z.string().nullable(),
          customerName: z.string(),
          customerPhone: z.string(),
          /** The vehicle to reserve, or the title to sell. */
          vehicleSign: z.string().nullable(),
          idTicketTitle: z.int().nullable(),
        }),
      ),
    }),
  }),
  open: call({
    method: 'GET',
    path: '/suppliers/:sd/trips',
    access: 'public',
    summary: 'The trips of a supplier that are not over, for a system that starts anew: signed',
    headers,
    response: z.object({
      trips: z.array(z.object({ id: z.int(), reference: z.string(), status: z.int(), began: Moment })),
    }),
  }),
  vehicles: call({
    method: 'PUT',
    path: '/suppliers/:sd/vehicles',
    access: 'public',
    summary: 'Where the free vehicles of a supplier stand now, all of them: signed',
    headers,
    body: z.strictObject({ vehicles: z.array(Vehicle).max(2_000) }),
    isFrequent: true,
    response: z.object({ count: z.int() }),
  }),
}

import type { tripReports } from '@parada/contract/calls/trip-reports'
import type { Tx } from '@parada/db/open'
import type { Work } from '@parada/db/queries/booking-changes'
import {
  openRequests,
  openTrips,
  replaceFreeVehicles,
  type TripSupplier,
  tripSupplier,
  trips,
} from '@parada/db/queries/trips'
import type { Mode } from '@parada/domain/trip/modes'
import type { Handlers, PublicContext } from '../../http/context.ts'
import { refuse } from '../../http/problem.ts'
import { claimedSender, sha256 } from '../../suppliers/signature.ts'
import { mobilityReports, parkingReports, ticketReports } from '../../trip/mode-reports.ts'
import { routeReports } from '../../trip/route-reports.ts'
import { BegunMeanwhile, reportTaker } from '../../trip/take-report.ts'
import { checkSigned, type SignedMessage } from './signed.ts'

type Calls = typeof tripReports

const mostTrips = 2_000

const supplierOf = async (tx: Tx, message: SignedMessage, content: Parameters<typeof checkSigned>[3]) => {
  const id = claimedSender(message.headers, 'supplier')
  const supplier = id === undefined ? undefined : await tripSupplier(tx, message.tenant.id, id)
  return checkSigned(supplier, supplier?.secret, message, content)
}

/** A supplier can only report about its own mode. */
const checkMode = (supplier: TripSupplier, mode: Mode) => {
  if (supplier.mode !== mode) throw refuse.forbidden()
}

type Taker<Report> = (work: Work, supplier: TripSupplier, report: Report) => ReturnType<ReturnType<typeof reportTaker>>
type ReportContext<Report> = Pick<
  PublicContext<Calls['parking']>,
  'bodySha256' | 'headers' | 'inTenant' | 'now' | 'params' | 'tenant'
> & { body: Report }

const report =
  <Report>(mode: Mode, take: Taker<Report>) =>
  async (context: ReportContext<Report>) => {
    const { body, bodySha256, inTenant, now, params, tenant } = context
    const content = { method: 'POST', path: `/suppliers/${params.sd}/${mode}/reports`, bodySha256 }
    const taken = () =>
      inTenant(async (tx) => {
        const supplier = await supplierOf(tx, context, content)
        checkMode(supplier, mode)
        return take({ tx, tenant, now, by: { idSupplier: supplier.id, who: supplier.name } }, supplier, body)
      })
    const answer = await taken().catch((error: unknown) => {
      if (error instanceof BegunMeanwhile) return taken()
      throw error
    })
    if ('refusal' in answer) throw answer.refusal
    return answer
  }

/** Trip data that a supplier needs to answer a request. */
const tripDetails = async (tx: Tx, tenantId: number, mode: Mode, idTrip: number) => {
  const trip = await trips[mode].read(tx, tenantId, idTrip)
  if (!trip) throw new Error(`The ${mode} trip ${idTrip} of a request is gone`)
  return {
    reference: trip.reference,
    customerName: 'customerName' in trip ? trip.customerName : '',
    customerPhone: 'customerPhone' in trip ? trip.customerPhone : '',
    vehicleSign: 'vehicleSign' in trip ? trip.vehicleSign : null,
    idTicketTitle: 'idTicketTitle' in trip ? trip.idTicketTitle : null,
  }
}

export const tripReportHandlers: Handlers<Calls> = {
  parking: report('parking', reportTaker(parkingReports)),
  mobility: report('mobility', reportTaker(mobilityReports)),
  ticket: report('ticket', reportTaker(ticketReports)),
  route: report('route', reportTaker(routeReports)),
  requests: async (context) => {
    const { inTenant, now, tenant } = context
    const content = { method: 'GET', path: `/suppliers/${context.params.sd}/requests`, bodySha256: sha256('') }
    return inTenant(async (tx) => {
      const supplier = await supplierOf(tx, context, content)
      const open = await openRequests(tx, tenant.id, supplier.id, now)
      const requests = await Promise.all(
        open.map(async (one) => ({ ...one, ...(await tripDetails(tx, tenant.id, supplier.mode, one.idTrip)) })),
      )
      return { requests }
    })
  },
  open: async (context) => {
    const { inTenant, tenant } = context
    const content = { method: 'GET', path: `/suppliers/${context.params.sd}/trips`, bodySha256: sha256('') }
    return inTenant(async (tx) => {
      const supplier = await supplierOf(tx, context, content)
      return { trips: await openTrips(tx, tenant.id, supplier, mostTrips) }
    })
  },
  vehicles: async (context) => {
    const { body, bodySha256, inTenant, now, tenant } = context
    const content = { method: 'PUT', path: `/suppliers/${context.params.sd}/vehicles`, bodySha256 }
    return inTenant(async (tx) => {
      const supplier = await supplierOf(tx, context, content)
      checkMode(supplier, 'mobility')
      const bySign = new Map(body.vehicles.map((vehicle) => [vehicle.sign, vehicle]))
      await replaceFreeVehicles(tx, tenant.id, supplier.id, [...bySign.values()], now)
      return { count: bySign.size }
    })
  },
}

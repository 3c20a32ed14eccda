import type { fleets, SupplierReport } from '@parada/contract/calls/fleets'
import { type FleetRecord, fleetRecords } from '@parada/db/queries/fleet-records'
import { dispatchFleet } from '@parada/db/queries/supplier-links'
import { type ReportLine, supplierReportLines } from '@parada/db/queries/supplier-report'
import { taxisSeen } from '@parada/db/queries/trajectories'
import { allFleets } from '@parada/domain/access/fleets'
import { type Grants, isGranted, type PermissionKey } from '@parada/domain/access/permissions'
import { fleetsAllowed, type Ids, mayAddFleet, mayUseFleet } from '@parada/domain/access/values'
import { parseFleetsFiltered } from '@parada/domain/booking/texts'
import { spanProblem } from '@parada/domain/list/date-range'
import { fleetsByOrigin } from '@parada/domain/places/area'
import { mapDefaults, type Point, straightLineMetres } from '@parada/domain/places/geo'
import { maxReportDays } from '@parada/domain/supplier-report'
import type { Handlers, SignedInContext } from '../../http/context.ts'
import { refuse } from '../../http/problem.ts'
import { logUnreadable } from '../../http/signed-in.ts'
import { carsNear } from '../../suppliers/availability.ts'

/** dispatchServiceToAnyFleet and addFleet are not granted by fleet, so they reach every fleet. */
const coveredBy = (grants: Grants, permission: PermissionKey): Ids => {
  if (permission.endsWith('ByFleet')) return fleetsAllowed(grants, permission)
  return isGranted(grants, permission) ? 'all' : new Set()
}

/** A point needs both coordinates or neither. */
const pointOf = (lat: number | undefined, lon: number | undefined, names: [string, string]): Point | undefined => {
  if (lat === undefined && lon === undefined) return undefined
  if (lat === undefined) throw refuse.field(names[0], `${names[0]}: is required`)
  if (lon === undefined) throw refuse.field(names[1], `${names[1]}: is required`)
  return { lat, lon }
}

type Near = { lat?: number | undefined; lon?: number | undefined; radiusKm?: number | undefined }

const within = (found: FleetRecord[], { lat, lon, radiusKm = mapDefaults.filterRadiusKm }: Near) => {
  const centre = pointOf(lat, lon, ['lat', 'lon'])
  return centre ? found.filter((fleet) => straightLineMetres(centre, fleet) <= radiusKm * 1_000) : found
}

/** The fields that a map shows; contact details and prices are for users who work with the fleet. */
const onMap = (fleet: FleetRecord) => {
  const { id, fleetName, fleetLongName, protocolDispatch, taxiFeatures, lat, lon, status, radiusKm, geoAreaOrigin } =
    fleet
  return { id, fleetName, fleetLongName, protocolDispatch, taxiFeatures, lat, lon, status, radiusKm, geoAreaOrigin }
}

type FleetContext = Pick<SignedInContext<typeof fleets.get>, 'tx' | 'tenant' | 'user' | 'params'>

const fleetFor = async ({ tx, tenant, user, params }: FleetContext) => {
  const reached = allFleets(user.grants)
  const [fleet] = await fleetRecords(tx, tenant.id, new Set([params.id]))
  if (!fleet || (reached !== 'all' && !reached.has(fleet.id))) throw refuse.notFound('Unknown fleet')
  return fleet
}

const reportOf = (currency: string, lines: readonly ReportLine[]): SupplierReport => {
  const nothing = { count: 0, priceSupplierSum: 0 }
  const withAuthorization = lines.find(({ hasAuthorization }) => hasAuthorization === true) ?? nothing
  const without = lines.find(({ hasAuthorization }) => hasAuthorization === false) ?? nothing
  return {
    currency,
    servicesWithAuthorizationCount: withAuthorization.count,
    servicesWithoutAuthorizationCount: without.count,
    servicesWithAuthorizationPriceSupplierSum: withAuthorization.priceSupplierSum,
    servicesWithoutAuthorizationPriceSupplierSum: without.priceSupplierSum,
    serviceStatsByPaymentMethodList: lines.flatMap(({ paymentMethod, count, priceSupplierSum }) =>
      paymentMethod === null ? [] : [{ paymentMethod, count, priceSupplierSum }],
    ),
    serviceStatsByEntryChannelList: lines.flatMap(({ entryChannel, count, priceSupplierSum }) =>
      entryChannel === null ? [] : [{ entryChannel, count, priceSupplierSum }],
    ),
  }
}

export const fleetHandlers: Handlers<typeof fleets> = {
  withPermission: async (context) => {
    const { tx, tenant, user, params } = context
    const { originLat, originLon, idPaymentAccount, ...near } = context.query
    const origin = pointOf(originLat, originLon, ['originLat', 'originLon'])
    const { permission } = params
    const covered =
      permission === 'addFleetByPA' && !mayAddFleet(user.grants, idPaymentAccount, logUnreadable(context))
        ? new Set<number>()
        : coveredBy(user.grants, permission)
    const found = await fleetRecords(tx, tenant.id, covered)
    const nearby = within(found, near)
    return { fleets: origin ? fleetsByOrigin(origin, nearby) : nearby }
  },
  withGeoArea: async ({ tx, tenant, query }) => ({
    fleets: within(await fleetRecords(tx, tenant.id, 'all'), query).map(onMap),
  }),
  withGeoAreaAssistance: async ({ tx, tenant, query: { taxiFeatures, ...near } }) => {
    const found = await fleetRecords(tx, tenant.id, 'all', parseFleetsFiltered(taxiFeatures))
    return { fleets: within(found, near).map(onMap) }
  },
  get: async (context) => ({ fleet: await fleetFor(context) }),
  report: async ({ tx, tenant, user, params: { idFleet }, query }) => {
    const isReported = mayUseFleet(user.grants, 'viewReportByFleet', idFleet)
    const [fleet] = isReported ? await fleetRecords(tx, tenant.id, new Set([idFleet])) : []
    if (!fleet) throw refuse.notFound('Unknown fleet')
    const problem = spanProblem(query, maxReportDays)
    if (problem) throw refuse.rule(problem, 'to', { maxDays: maxReportDays })
    const byCurrency = Map.groupBy(await supplierReportLines(tx, tenant.id, idFleet, query), ({ currency }) => currency)
    const [supplierReport = reportOf('EUR', []), ...otherCurrencies] = [...byCurrency].map(([currency, lines]) =>
      reportOf(currency, lines),
    )
    return { supplierReport, otherCurrencies }
  },
  carAvailability: async (context) => {
    const { tx, tenant, query, now, config } = context
    const { id } = await fleetFor(context)
    const origin = { lat: query.originLat, lon: query.originLon }
    const [fleet, seen] = await Promise.all([
      dispatchFleet(tx, tenant.id, id),
      taxisSeen(tx, tenant.id, id, new Date(now.getTime() - 600_000)),
    ])
    return { carAvailability: await carsNear({ config, now: () => now }, tenant, fleet, origin, seen) }
  },
}

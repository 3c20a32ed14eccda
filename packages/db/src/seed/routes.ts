import { constants } from '@parada/domain/constants'
import { required } from '@parada/domain/objects'
import { type Point, straightLineMetres } from '@parada/domain/places/geo'
import { encodeNumbers, encodePath } from '@parada/domain/places/polyline'
import { pathMetres } from '@parada/domain/places/trajectory'
import { distanceType, routeStatus } from '@parada/domain/route/status'
import type { authorizationsOf } from './authorizations.ts'
import type { PaymentAccount } from './customers.ts'
import type { Subdomain } from './demo-users.ts'
import { breakConfigsOf } from './desk.ts'
import { fleetsByTenant } from './fleets.ts'
import { type Place, placesServed } from './locations.ts'
import type { Random } from './random.ts'
import type { DemoTenant } from './tenants.ts'
import { tripSuppliers } from './trip-suppliers.ts'
import type { SeededUser } from './users.ts'

const perTenant: Readonly<Record<Subdomain, number>> = { demo: 1_200, costa: 700, norte: 500 }
/** Few users have the app record the drives that their company pays by the kilometre. */
const shareOfUsers = 0.05

const second = 1_000
const minute = 60 * second
const day = 24 * 60 * minute
const daysBack = 180
/** Age at which a route has been sent. */
const sentAfterDays = 25

const app = required(tripSuppliers.find(({ mode }) => mode === 'route'))

type Authorization = ReturnType<typeof authorizationsOf>[number]
type Scope = {
  tenant: DemoTenant
  users: readonly SeededUser[]
  authorizations: readonly Authorization[]
  accounts: readonly PaymentAccount[]
  now: Date
}
type Recorder = { user: SeededUser; authorization: Authorization | undefined }

const answers: Readonly<Record<string, readonly string[]>> = {
  Motivo: ['Visita', 'Formación', 'Feria'],
  'Cliente visitado': ['Muestras del Sur', 'Ejemplos Reunidos'],
  Obra: ['P-001', 'P-003', 'P-005'],
  Estudio: ['P-002', 'P-004', 'P-006'],
}

/** A path from corner to corner, with a point every few seconds and the second at which each point was passed. */
const wayOf = (from: Point, to: Point, { between }: Random) => {
  const corners = between(3, 9)
  const points: Point[] = [from]
  const times = [0]
  const driveTo = (lat: number, lon: number) => {
    const start = required(points.at(-1))
    const metres = straightLineMetres(start, { lat, lon })
    const steps = Math.max(1, Math.min(12, Math.round(metres / 90)))
    const metresPerSecond = between(5, 14)
    for (let step = 1; step <= steps; step++) {
      const share = step / steps
      points.push({
        lat: start.lat + (lat - start.lat) * share + between(-4, 4) / 1e5,
        lon: start.lon + (lon - start.lon) * share + between(-4, 4) / 1e5,
      })
      times.push(required(times.at(-1)) + Math.max(1, Math.round(metres / steps / metresPerSecond)))
    }
  }
  for (let corner = 1; corner <= corners; corner++) {
    const share = corner / corners
    const last = required(points.at(-1))
    driveTo(last.lat, from.lon + (to.lon - from.lon) * share)
    driveTo(from.lat + (to.lat - from.lat) * share, from.lon + (to.lon - from.lon) * share)
  }
  return { points, times }
}

const { gpsError, needsReview, recording, awaitsDistance, breaksMissing, manualBreaksMissing } = routeStatus

/** Version by status; measured routes, which are not listed, have version 3. */
const versions: Readonly<Record<number, number>> = {
  [recording]: 1,
  [awaitsDistance]: 2,
  [routeStatus.discarded]: 2,
  [routeStatus.test]: 2,
}

/** The status of a drive that began this many days ago. */
const fateOf = (daysAgo: number, { chance, pick }: Random): number => {
  if (daysAgo === 0 && chance(0.5)) return pick([recording, awaitsDistance])
  if (chance(0.85)) return routeStatus.ready
  return pick([
    ...[routeStatus.discarded, routeStatus.discarded, needsReview, needsReview, gpsError],
    ...[routeStatus.test, routeStatus.noDistance],
  ])
}

const breaksFor = ({ accounts }: Scope, { authorization }: Recorder, areFilled: boolean, { pick }: Random) => {
  if (!authorization) return { booking_breaks: [], authorization_breaks: [], isMissing: false }
  const asked = breakConfigsOf(accounts).filter((one) => one.id_payment_account === authorization.id_payment_account)
  const filled = areFilled ? asked : []
  const booking_breaks = filled.flatMap(({ id, label }) => {
    const offered = answers[label]
    return offered ? [{ id, label, value: pick(offered) }] : []
  })
  const own = [authorization.authorization_break1, authorization.authorization_break2]
  const authorization_breaks = own.flatMap((value, at) => (value && areFilled ? [{ id: at + 1, value }] : []))
  const isMissing = !areFilled && (own.some(Boolean) || asked.some(({ mandatory }) => mandatory))
  return { booking_breaks, authorization_breaks, isMissing }
}

/** The corresponding status if the distance was typed. */
const manual: Readonly<Record<number, number>> = {
  [breaksMissing]: manualBreaksMissing,
  [routeStatus.ready]: routeStatus.manualReady,
}

/** Number of the export; each 30-day period has the next one. */
const exportOf = (start: number, now: Date) => 1 + Math.floor((start - (now.getTime() - daysBack * day)) / (30 * day))

type Drive = { id: number; start: number; from: Place; to: Place }

const routeOf = (scope: Scope, recorder: Recorder, drive: Drive, random: Random) => {
  const { tenant, now } = scope
  const { chance, between } = random
  const { id, start, from, to } = drive
  const { user, authorization } = recorder
  const daysAgo = Math.floor((now.getTime() - start) / day)
  const fate = fateOf(daysAgo, random)
  const isSent = fate === routeStatus.ready && daysAgo > sentAfterDays
  const { isMissing, ...breaks } = breaksFor(scope, recorder, isSent || chance(0.5), random)
  const { points, times } = wayOf(from, to, random)
  const isManual = fate === routeStatus.ready && chance(0.12)
  const measured = isMissing && fate === routeStatus.ready ? breaksMissing : fate
  const status = isSent ? routeStatus.sent : isManual ? (manual[measured] ?? measured) : measured
  const hasDistance = fate === routeStatus.ready || fate === needsReview
  // A GPS jump: for a moment the receiver reported another place.
  if (fate === needsReview) points.splice(5, 0, { lat: from.lat + 0.4, lon: from.lon - 0.5 })
  if (fate === needsReview) times.splice(5, 0, required(times[4]) + 1)
  const driven = fate === gpsError ? points.slice(0, 1) : points
  const hasPath = !isManual && (hasDistance || fate === gpsError)
  const seconds = required(times.at(-1)) + between(5, 90)
  // Typed distances are rounded.
  const metres = isManual ? 100 * Math.ceil(pathMetres(points) / 100) : Math.round(pathMetres(driven))
  const [typed, calculated] = [
    isManual && distanceType.manual,
    fate === routeStatus.noDistance && distanceType.mapsService,
  ]
  const distance_type = typed || calculated || distanceType.automatic
  const version = isSent ? 4 : (versions[fate] ?? 3)
  const time_end = fate === recording ? null : new Date(Math.min(now.getTime(), start + seconds * second))
  return {
    row: {
      tenant_id: tenant.id,
      id,
      version,
      time_updated: time_end ?? new Date(start),
      date_created: new Date(start),
      distance_type,
      status,
      id_export: isSent ? exportOf(start, now) : null,
      id_supplier: app.id,
      reference: `R${app.id}-${id}`,
      origin_address_string: from.address_field,
      destination_address_string: fate === recording ? '' : to.address_field,
      distance_meters: hasDistance ? metres : null,
      time_start: new Date(start),
      time_end,
      id_user: user.id,
      customer_name: `${user.first_name} ${user.last_name}`,
      id_authorization: authorization?.id ?? null,
      id_payment_account: authorization?.id_payment_account ?? null,
      shared: chance(0.1),
      fault: fate === needsReview ? 'jump' : fate === gpsError ? 'onePoint' : null,
      route_tracking_stop_list:
        hasPath && chance(0.2) ? [rounded(required(points[Math.floor(points.length / 2)]))] : [],
      ...breaks,
    },
    path: hasPath
      ? [
          {
            tenant_id: tenant.id,
            id_route: id,
            way_points: encodePath(driven),
            // Old phones recorded no times.
            way_times: chance(0.85) ? encodeNumbers(times.slice(0, driven.length)) : '',
          },
        ]
      : [],
  }
}

const rounded = ({ lat, lon }: Point) => ({ lat: Math.round(lat * 1e5) / 1e5, lon: Math.round(lon * 1e5) / 1e5 })

/** What the app reported about each route, and what Parada did with it. */
const journalOf = ({ row }: ReturnType<typeof routeOf>) => {
  const { tenant_id, id, version, status, time_start, time_end, distance_meters, fault } = row
  const line = { tenant_id, mode: 'route', id_trip: id }
  const byApp = { ...line, id_supplier: app.id, who: app.name }
  const begun = { originAddressString: row.origin_address_string, customerName: row.customer_name }
  const lines: Record<string, unknown>[] = [
    { ...byApp, version: 1, at: time_start, action: 'started', before: {}, after: { status: recording, ...begun } },
  ]
  const ending = { [routeStatus.discarded]: 'discarded', [routeStatus.test]: 'tested' }[status]
  if (version > 1) {
    const after = { status: ending ? status : awaitsDistance, timeEnd: time_end?.getTime() }
    lines.push({
      ...byApp,
      version: 2,
      at: time_end,
      action: ending ?? 'finished',
      before: { status: recording },
      after,
    })
  }
  const told = { ...line, id_supplier: null, who: constants.productName }
  const ready = row.distance_type === distanceType.manual ? routeStatus.manualReady : routeStatus.ready
  if (version > 2) {
    const after = { status: version > 3 ? ready : status, distanceMeters: distance_meters, ...(fault && { fault }) }
    lines.push({ ...told, version: 3, at: time_end, action: 'measured', before: { status: awaitsDistance }, after })
  }
  if (version > 3) {
    const at = new Date(time_start.getTime() + sentAfterDays * day)
    const after = { status, idExport: row.id_export }
    lines.push({ ...told, version: 4, at, action: 'sent', before: { status: ready }, after })
  }
  return lines
}

/** Half a year of drives in the tenant's towns, with ids in order of start. */
export const routesOf = (scope: Scope, random: Random) => {
  const { tenant, users, authorizations, now } = scope
  const { below, between, chance, pick } = random
  const places = fleetsByTenant[tenant.subdomain].flatMap(placesServed)
  const recorders = users
    .filter(() => chance(shareOfUsers))
    .map((user): Recorder => ({ user, authorization: chance(0.8) ? pick(authorizations) : undefined }))
  const starts = Array.from({ length: perTenant[tenant.subdomain] }, (_, index) =>
    index < 12
      ? now.getTime() - between(2, 90) * minute
      : now.getTime() - between(1, daysBack - 1) * day - below(day / 2),
  ).sort((one, other) => one - other)
  const routes = starts.map((start, index) => {
    const from = pick(places)
    const near = places.filter(({ city, id }) => city === from.city && id !== from.id)
    const to = near.length > 0 ? pick(near) : from
    return routeOf(scope, pick(recorders), { id: tenant.id * 100_000 + index + 1, start, from, to }, random)
  })
  return {
    routes: routes.map(({ row }) => row),
    paths: routes.flatMap(({ path }) => path),
    journal: routes.flatMap(journalOf),
  }
}

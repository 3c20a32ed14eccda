import { type MobilityDetail, mobility } from '@parada/contract/calls/mobility'
import type { Call } from '@parada/contract/kit'
import { tripJournal, tripSupplier, trips } from '@parada/db/queries/trips'
import { isGranted } from '@parada/domain/access/permissions'
import {
  isMobilityOver,
  isToInvoice,
  mayEditToInvoice,
  mayFollow,
  mayOpenToInvoice,
  whiteLabelsFollowed,
  whiteLabelsInvoiced,
} from '@parada/domain/trip/mobility'
import type { MobilityRecord } from '@parada/domain/trip/records'
import { workOf } from '../../booking/access.ts'
import { listExport } from '../../exports/list-export.ts'
import type { Handlers, SignedInContext } from '../../http/context.ts'
import { listReader } from '../../http/list-reader.ts'
import { refuse } from '../../http/problem.ts'
import { logUnreadable } from '../../http/signed-in.ts'
import { checkTripVersion } from '../../trip/version.ts'

type Context = Pick<SignedInContext<Call>, 'tx' | 'tenant' | 'user' | 'now' | 'log'>

const source = {
  table: 'mobility_booking',
  join: 'left join trip_supplier s on s.tenant_id = t.tenant_id and s.id = t.id_supplier',
}
const columns = { idMobilityBooking: 't.id', idMobilitySupplier: 't.id_supplier', name: 's.name' }
const invoiced = { field: 'idWhiteLabel', ids: whiteLabelsInvoiced } as const

const live = listReader(mobility.live, {
  ...source,
  columns,
  orderBy: 'id DESC',
  where: 't.status in (1, 2, 3)',
  scope: { field: 'idWhiteLabel', ids: whiteLabelsFollowed },
})

/** The source of the list; the benchmark runs the same queries as plain SQL. */
export const toInvoiceSource = {
  ...source,
  columns,
  orderBy: 'id ASC',
  where: 't.status = 4',
  scope: invoiced,
} as const
const toInvoice = listReader(mobility.toInvoice, toInvoiceSource)

const afterLife = listReader(mobility.afterLife, {
  ...source,
  columns: { ...columns, status: 't.status::text', idBookingSupplier: 't.reference' },
  orderBy: 'id DESC',
  where: 't.status in (5, -1)',
  scope: invoiced,
})

const wireOf = async ({ tx, tenant }: Context, trip: MobilityRecord): Promise<MobilityDetail> => {
  const { idSupplier, reference, ...kept } = trip
  const supplier = await tripSupplier(tx, tenant.id, idSupplier)
  return {
    ...kept,
    idMobilityBooking: trip.id,
    idMobilitySupplier: idSupplier,
    name: supplier?.name ?? '',
    idBookingSupplier: reference,
  }
}

const journalOf = async ({ tx, tenant }: Context, id: number) =>
  (await tripJournal(tx, tenant.id, 'mobility', id)).map(({ idUser: _, idSupplier: __, ...line }) => line)

const get = async (context: SignedInContext<typeof mobility.get>) => {
  const { tx, tenant, user, params } = context
  if (!isGranted(user.grants, 'viewMobilityBookingDetail')) throw refuse.forbidden()
  const trip = await trips.mobility.read(tx, tenant.id, params.id)
  // A booking of another white label is treated as missing.
  if (!trip || !mayFollow(user.grants, trip)) throw refuse.notFound()
  return { booking: await wireOf(context, trip), journal: await journalOf(context, trip.id) }
}

const readToInvoice = async (context: SignedInContext<typeof mobility.readToInvoice>) => {
  const { tx, tenant, user, params } = context
  const trip = await trips.mobility.read(tx, tenant.id, params.id)
  const mayOpen = trip && isMobilityOver(trip) && mayOpenToInvoice(user.grants, trip, logUnreadable(context))
  if (!mayOpen) throw refuse.notFound()
  return {
    mobilityToInvoiceDetailMessage: await wireOf(context, trip),
    journal: await journalOf(context, trip.id),
  }
}

const update = async (context: SignedInContext<typeof mobility.update>) => {
  const { tx, tenant, user, now, params } = context
  const { version, ...change } = context.body
  const trip = await trips.mobility.lock(tx, tenant.id, params.id)
  if (!trip || !isMobilityOver(trip)) throw refuse.notFound()
  if (!mayEditToInvoice(user.grants, trip, logUnreadable(context))) throw refuse.forbidden()
  await checkTripVersion(context, 'mobility', trip, version)
  if (!isToInvoice(trip)) throw refuse.state('problems.tripNotToInvoice')
  // Cancelled rides end when the decision is made; the cancelled list shows that time.
  const isLeaving = change.status !== undefined && !isToInvoice({ status: change.status })
  const after = await trips.mobility.change(workOf(context), isLeaving ? 'cancel' : 'edit', trip, {
    ...change,
    ...(isLeaving && { timeEnd: now.getTime() }),
  })
  return { mobilityToInvoiceDetailMessage: await wireOf(context, after) }
}

export const mobilityHandlers: Handlers<typeof mobility> = {
  live,
  exportLive: listExport(mobility.exportLive, live),
  get,
  toInvoice,
  exportToInvoice: listExport(mobility.exportToInvoice, toInvoice),
  readToInvoice,
  update,
  afterLife,
  exportAfterLife: listExport(mobility.exportAfterLife, afterLife),
}

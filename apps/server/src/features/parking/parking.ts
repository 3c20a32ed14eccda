import { parking } from '@parada/contract/calls/parking'
import { putRequest, tripJournal, trips } from '@parada/db/queries/trips'
import type { Grants } from '@parada/domain/access/permissions'
import { type OnProblem, paymentAccountsAllowed } from '@parada/domain/access/values'
import { defined } from '@parada/domain/objects'
import { parkingStatus } from '@parada/domain/trip/modes'
import {
  finishParkingProblem,
  mayEditParking,
  mayFinishParking,
  maySeeParking,
  parkingPriceProblems,
} from '@parada/domain/trip/parking'
import { mostTripPrice } from '@parada/domain/trip/price'
import type { ParkingRecord } from '@parada/domain/trip/records'
import { type ActingUser, workOf } from '../../booking/access.ts'
import { sendParkingReceipt } from '../../deliveries/parking-receipts.ts'
import { listExport } from '../../exports/list-export.ts'
import type { Handlers, SignedInContext } from '../../http/context.ts'
import { listReader } from '../../http/list-reader.ts'
import { refuse, unlessOverQuota } from '../../http/problem.ts'
import { logUnreadable } from '../../http/signed-in.ts'
import { checkTripVersion } from '../../trip/version.ts'

type Right = typeof maySeeParking

const source = {
  table: 'parking_booking',
  join: 'left join payment_account a on a.tenant_id = t.tenant_id and a.id = t.id_payment_account',
  columns: { paymentAccount: `coalesce(a.name, '')` },
  scope: {
    field: 'idPaymentAccount',
    ids: (grants: Grants, onProblem: OnProblem) => paymentAccountsAllowed(grants, 'viewParkingBookingByPA', onProblem),
  },
} as const

/** The source of the list; the benchmark runs the same queries as plain SQL. */
export const toInvoiceSource = { ...source, orderBy: 'id ASC', where: 't.status = 30', hasShortRange: true } as const

const alive = listReader(parking.alive, { ...source, orderBy: 'id DESC', where: 't.status in (1, -1)' })
const toInvoice = listReader(parking.toInvoice, toInvoiceSource)
const cancelled = listReader(parking.cancelled, {
  ...source,
  orderBy: 'id ASC',
  where: 't.status = -20',
  hasShortRange: true,
  columns: { ...source.columns, idParkingAlive: 't.id' },
})

const isAllowed = (context: ActingUser, may: Right, found: ParkingRecord) =>
  may(context.user.grants, found, logUnreadable(context))

/** Locks the booking to work on. One of an account that the user may not see is treated as missing. */
const lockFor = async (context: ActingUser, id: number, may: Right = maySeeParking) => {
  const found = await trips.parking.lock(context.tx, context.tenant.id, id)
  if (!found || !(isAllowed(context, maySeeParking, found) || isAllowed(context, may, found))) throw refuse.notFound()
  if (!isAllowed(context, may, found)) throw refuse.forbidden()
  return found
}

/** Like `lockFor`, but only for bookings to invoice. */
const lockToInvoice = async (context: ActingUser, id: number, may?: Right) => {
  const found = await lockFor(context, id, may)
  if (found.status !== parkingStatus.finished) throw refuse.notFound()
  return found
}

const finish = async (context: SignedInContext<typeof parking.finish>) => {
  const work = workOf(context)
  const before = await lockFor(context, context.params.id, mayFinishParking)
  const problem = finishParkingProblem(before)
  if (problem === 'problems.parkingNotQoob') throw refuse.rule(problem, 'protocol')
  if (problem) throw refuse.state(problem)
  const dateEnd = Math.max(work.now.getTime(), before.dateInit)
  const booking = await trips.parking.change(work, 'finish', before, { status: parkingStatus.finished, dateEnd })
  // The supplier that runs the car park reports the price.
  if (booking.idSupplier !== null)
    putRequest(work, { idSupplier: booking.idSupplier, mode: 'parking', idTrip: booking.id, what: 'finish' })
  return { booking }
}

const update = async (context: SignedInContext<typeof parking.update>) => {
  const { version, ...change } = context.body
  const before = await lockFor(context, context.params.id, mayEditParking)
  await checkTripVersion(context, 'parking', before, version)
  if (before.status !== parkingStatus.finished) throw refuse.notFound()
  const { priceSupplier = null, priceCustomer = null } = change
  for (const [field, problem] of Object.entries(parkingPriceProblems({ priceSupplier, priceCustomer })))
    if (problem) throw refuse.rule(problem, field, { most: mostTripPrice })
  const action = change.status === parkingStatus.cancelled ? 'cancel' : 'edit'
  return { bookingToInvoice: await trips.parking.change(workOf(context), action, before, defined(change)) }
}

const sendReceipt = async (context: SignedInContext<typeof parking.sendReceipt>) => {
  const booking = await lockToInvoice(context, context.params.id)
  const sent = unlessOverQuota(await sendParkingReceipt(workOf(context), booking), context.now)
  if (sent === 'noPrice') throw refuse.rule('problems.parkingWithoutPrice', 'priceCustomer')
  if (sent === 'noEmail') throw refuse.rule('problems.userWithoutEmail', 'userEmail')
  return { receipt: { recipient: sent.recipient } }
}

const get = async (context: SignedInContext<typeof parking.get>) => {
  const { tx, tenant, params } = context
  const page = await toInvoice({ ...context, query: { pageNumber: 0, resultsPerPage: 1, id: params.id } })
  const [bookingToInvoice] = page.rows
  if (!bookingToInvoice) throw refuse.notFound()
  const lines = await tripJournal(tx, tenant.id, 'parking', params.id)
  return { bookingToInvoice, journal: lines.toReversed().map(({ idUser: _, idSupplier: __, ...line }) => line) }
}

export const parkingHandlers: Handlers<typeof parking> = {
  alive,
  exportAlive: listExport(parking.exportAlive, alive),
  toInvoice,
  exportToInvoice: listExport(parking.exportToInvoice, toInvoice),
  cancelled,
  exportCancelled: listExport(parking.exportCancelled, cancelled),
  get,
  update,
  finish,
  sendReceipt,
}

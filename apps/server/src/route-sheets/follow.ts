import { lockBooking, type Work } from '@parada/db/queries/booking-changes'
import { putInOutbox } from '@parada/db/queries/outbox'
import { lockSheetsOf, vehicleNamed } from '@parada/db/queries/route-sheets'
import { type SheetChange, sheets, vehicles } from '@parada/db/queries/vehicles'
import type { BookingRecord } from '@parada/domain/booking/fields'
import { platesIn } from '@parada/domain/route-sheet/plates'
import type { Sheet } from '@parada/domain/route-sheet/records'
import { isUnsaid, nextStep, type Ride, rideOf } from '@parada/domain/route-sheet/states'
import { sheetStatus } from '@parada/domain/route-sheet/status'
import { squeezedPlate } from '@parada/domain/spain/plate'
import { factsFor } from './facts.ts'

/**
 * Queues the next message to the register about a sheet, or closes a sheet that it never has to hear of. While a
 * message is under way, this is left to its sender.
 */
export const advance = async (work: Work, sheet: Sheet, ride: Ride, isAgain = false): Promise<Sheet> => {
  if (sheet.stepUnderWay !== null) return sheet
  if (isUnsaid(sheet, ride)) return sheets.change(work, 'close', sheet, { status: sheetStatus.cancelled })
  const step = nextStep(sheet, ride)
  if (!step) return sheet
  await putInOutbox(work.tx, work.tenant.id, 'register', { idSheet: sheet.id, step, ...(isAgain && { isAgain }) })
  return sheets.change(work, 'ask', sheet, { stepUnderWay: step })
}

/** How far the booking has come in the sheet's vehicle; a ride in another vehicle does not count. */
const rideOfSheet = async ({ tx, tenant }: Work, sheet: Sheet, booking: BookingRecord | undefined) => {
  const vehicle = await vehicles.read(tx, tenant.id, sheet.idVehicle)
  const plate = vehicle?.numberPlateToMatch ?? squeezedPlate(sheet.numberPlate)
  const isItsOwn = booking !== undefined && platesIn(booking.supplierTaxiDescription).includes(plate)
  return { vehicle, ride: isItsOwn ? rideOf(booking) : ('none' as const) }
}

/**
 * The sheet, its booking and the state of the ride, locked until the transaction ends; bookings are always locked
 * before sheets.
 */
export const holdSheet = async (work: Work, idSheet: number) => {
  const { tx, tenant } = work
  const known = await sheets.read(tx, tenant.id, idSheet)
  const booking = known && (await lockBooking(tx, tenant.id, known.idBooking))
  const sheet = known && (await sheets.lock(tx, tenant.id, idSheet))
  return sheet && { sheet, booking, ...(await rideOfSheet(work, sheet, booking)) }
}

/** Brings the sheets of a booking up to date; safe to repeat and to run concurrently. */
export const followRide = async (work: Work, idBooking: number) => {
  const { tx, tenant } = work
  const booking = await lockBooking(tx, tenant.id, idBooking)
  if (!booking) return
  const open = await lockSheetsOf(tx, tenant.id, idBooking)
  for (const sheet of open) await advance(work, sheet, (await rideOfSheet(work, sheet, booking)).ride)
  const ride = rideOf(booking)
  const vehicle = ride === 'none' ? undefined : await vehicleNamed(tx, tenant.id, booking.supplierTaxiDescription)
  if (!vehicle || open.some(({ idVehicle }) => idVehicle === vehicle.id)) return
  const made: SheetChange = {
    idBooking,
    idVehicle: vehicle.id,
    status: sheetStatus.waiting,
    ...(await factsFor(work, booking, vehicle)),
  }
  await advance(work, await sheets.insert(work, 'create', made), ride)
}

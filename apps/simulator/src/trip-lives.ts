import type { TripReport } from '@parada/contract/calls/trip-reports'
import type { Point } from '@parada/domain/places/geo'
import { encodeNumbers, encodePath } from '@parada/domain/places/polyline'
import { mobilityStatus, parkingStatus } from '@parada/domain/trip/modes'
import type { Clock } from './clock.ts'
import type { Random } from './random.ts'
import { streetPath } from './streets.ts'

/** A report from a trip; its id, reference and time are added when it is sent. */
export type TripNews = TripReport extends infer One
  ? One extends TripReport
    ? Omit<One, 'id' | 'reference' | 'at' | 'idRequest'> & { idRequest?: string | undefined }
    : never
  : never

export type Spot = Point & { addressField: string }

/** What a trip needs: a way to send reports, and the world around it. */
export type Life = {
  tell: (news: TripNews) => Promise<void>
  random: Random
  clock: Clock
  signal: AbortSignal
  spot: () => Spot
}

const cents = (amount: number) => Math.round(amount * 100) / 100
const pricesOf = (customer: number) => ({ priceSupplier: cents(customer * 0.8), priceCustomer: cents(customer) })

const minute = 60
const hourMs = 3_600_000
const perHour = 2.4

/** What a car park charges for this time; the first hour is always charged in full. */
export const parkingPrices = (ms: number) => pricesOf(Math.max(1, ms / hourMs) * perHour)

/** The life of a parked car, until it leaves or its parking is cancelled. */
export const parkingLife = async (life: Life, { status, began }: { status: number; began: number }) => {
  const { tell, random, clock, signal } = life
  await clock.pause(random.between(4 * minute, 25 * minute), signal)
  if (status === parkingStatus.active) {
    if (random.chance(0.06)) return tell({ type: 'cancelled', reason: 'Plans changed' })
    const isLate = random.chance(0.25)
    await tell(isLate ? { type: 'expired' } : { type: 'extended', dateEnd: clock.now() + hourMs })
    await clock.pause(random.between(2 * minute, 15 * minute), signal)
  }
  const dateEnd = clock.now()
  await tell({ type: 'finished', dateEnd, ...parkingPrices(dateEnd - began) })
}

/** The life of a shared ride, from the booked vehicle to where it is left. */
export const rideLife = async (life: Life, { status }: { status: number }) => {
  const { tell, random, clock, signal, spot } = life
  if (status === mobilityStatus.booked) {
    await clock.pause(random.between(minute / 2, 4 * minute), signal)
    if (random.chance(0.05)) return tell({ type: 'cancelled', reason: 'Not needed any more' })
    if (random.chance(0.04)) return tell({ type: 'expired' })
    await tell({ type: 'started' })
  }
  if (status === mobilityStatus.paused) await tell({ type: 'resumed' })
  const minutes = random.between(3, 14)
  const isPaused = random.chance(0.2)
  await clock.pause((minutes * minute) / 2, signal)
  if (isPaused) {
    await tell({ type: 'paused' })
    await clock.pause(random.between(minute, 4 * minute), signal)
    await tell({ type: 'resumed' })
  }
  await clock.pause((minutes * minute) / 2, signal)
  const { addressField: endAddressString, lat, lon } = spot()
  const distanceMeters = Math.round(minutes * 280)
  await tell({ type: 'finished', endAddressString, lat, lon, distanceMeters, ...pricesOf(1 + minutes * 0.19) })
}

/** The life of a ticket, from its sale to the gate; some are never shown there. */
export const ticketLife = async ({ tell, random, clock, signal }: Life) => {
  await clock.pause(random.between(minute, 20 * minute), signal)
  if (random.chance(0.04)) return tell({ type: 'cancelled', reason: 'Bought twice' })
  await tell(random.chance(0.93) ? { type: 'used' } : { type: 'expired' })
}

const metresPerSecond = 8

/** The life of a drive that the app records: it ends with a path, with a typed distance, or with nothing. */
export const routeLife = async ({ tell, random, clock, signal, spot }: Life, { began }: { began: number }) => {
  const [from, to] = [spot(), spot()]
  const { points, metres } = streetPath(from, to, random.between(0, 1), random)
  const length = metres.at(-1) ?? 0
  await clock.pause(Math.min(45 * minute, Math.max(3 * minute, length / metresPerSecond)), signal)
  if (random.chance(0.06)) return tell({ type: 'discarded' })
  if (random.chance(0.03)) return tell({ type: 'tested' })
  const end = { type: 'finished', destinationAddressString: to.addressField } as const
  if (random.chance(0.15)) return tell({ ...end, distanceMeters: Math.max(100, Math.round(length)) })
  const seconds = (clock.now() - began) / 1_000
  const times = metres.map((driven) => Math.round((driven / Math.max(1, length)) * seconds))
  await tell({ ...end, path: encodePath(points), pathTimes: encodeNumbers(times) })
}

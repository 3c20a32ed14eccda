import type { OrderMessage } from '@parada/contract/calls/suppliers'
import { minutes } from '@parada/domain/booking/duration'
import { required } from '@parada/domain/objects'
import type { Point } from '@parada/domain/places/geo'
import type { Clock } from './clock.ts'
import { fareOf, ratesOf, typedPrice } from './meter.ts'
import type { Plan } from './plan.ts'
import type { RideReport } from './reports.ts'
import { type Path, pointAfter, timesAlong } from './streets.ts'
import type { Taxi, Taxis } from './taxis.ts'

/**
 * How far an order has come, as Parada knows it: just sent, promised, with its passenger on board, or driven without a
 * price.
 */
export type Stage = 'asked' | 'promised' | 'onBoard' | 'ended'

type RideWorld = {
  plan: Plan
  taxis: Taxis
  clock: Clock
  /** The current version: an order may change while it is driven. */
  order: () => OrderMessage
  tell: (told: RideReport) => Promise<void>
  signal: AbortSignal
}

/** How long before the start a taxi sets off, in seconds of the simulated clock. */
const lead = 480
/** In real seconds, so that positions do not flood the server however fast the taxis are. */
const leastBetweenPositions = 1
/** A demo started again after a night finds rides that nobody drove; those this old are recorded as driven. */
const oldAfter = minutes(90)
const patience = { searches: 20, searchEvery: 30, noShow: 300 }

type TrackPoint = [lat: number, lon: number, seconds: number]

const rounded = ({ lat, lon }: Point) => ({ lat: Math.round(lat * 1e5) / 1e5, lon: Math.round(lon * 1e5) / 1e5 })

const trackOf = ({ points }: Path, times: readonly number[], from: number, to: number): TrackPoint[] =>
  points.map((point, at) => {
    const { lat, lon } = rounded(point)
    const share = (times[at] ?? 0) / (times.at(-1) || 1)
    return [lat, lon, Math.floor((from + (to - from) * share) / 1_000)]
  })

/** Drives one order from its arrival to its price and reports every step. Throws when the signal is aborted. */
export const drive = async ({ plan, taxis, clock, order, tell, signal }: RideWorld, stage: Stage) => {
  let taxi: Taxi | undefined
  const track: TrackPoint[] = []
  const pause = (seconds: number) => clock.pause(seconds, signal)
  const realMinutes = (seconds: number) => Math.round((seconds / 60 / clock.speed) * 10) / 10
  const start = () => order().timeBookingStart
  const departure = () => (order().asap ? 0 : start() - (lead * 1_000) / clock.speed)
  const destination: Point = order().destination ?? taxis.somewhere(order().origin)
  const goal = (): Point => order().destination ?? destination
  const secondsTo = (from: Point, to: Point) => timesAlong(taxis.route(from, to), plan.kmh).at(-1) ?? 0

  const whoOf = ({ id, description, phone }: Taxi) => ({
    idSupplierService: `S-${order().idBooking}`,
    idSupplierTaxi: id,
    supplierTaxiDescription: description,
    phoneNumberSupplier: phone,
  })

  /** A later ride is promised now and driven at its time; a ride that is due gets its taxi at once. */
  const answer = async (): Promise<'promised' | 'due' | 'no'> => {
    await pause(plan.answerAfter)
    if (plan.answer === 'silent') return 'no'
    if (plan.answer === 'refuse') {
      await tell({ type: 'refused', reason: 'No driver wants it' })
      return 'no'
    }
    if (departure() <= clock.now()) return 'due'
    if (order().enableCommitment) await tell({ type: 'committed' })
    else await tell({ type: 'accepted', ...whoOf(taxis.named(plan.namedTaxi)) })
    return 'promised'
  }

  const findTaxi = async (isPromised: boolean) => {
    for (let search = 1; ; search++) {
      const found = taxis.take(order().origin)
      if (found) return found
      if (!isPromised) {
        await tell({ type: 'refused', reason: 'No free car' })
        return undefined
      }
      if (search === patience.searches) {
        await tell({ type: 'cancelled', reasonCode: 'fleet_no_free_vehicle', reason: 'No free car' })
        return undefined
      }
      await pause(patience.searchEvery)
    }
  }

  type Way = { jam?: number; silence?: Plan['silence']; givesUpAt?: number | undefined }

  /** Drives the taxi there and reports its positions. Returns whether it got there. */
  const goTo = async (car: Taxi, to: Point, { jam = 0, silence, givesUpAt = 2 }: Way) => {
    const path = taxis.route(car.place, to)
    const times = timesAlong(path, plan.kmh)
    const [whole, begun] = [required(times.at(-1)), clock.now()]
    const every = Math.max(plan.positionEvery, leastBetweenPositions * clock.speed)
    let [driven, standing, unheard] = [0, jam, silence?.seconds ?? 0]
    while (driven < whole) {
      const isStanding = standing > 0 && driven >= whole * 0.6
      const step = isStanding ? Math.min(every, standing) : Math.min(every, whole - driven)
      await pause(step)
      if (isStanding) standing -= step
      else driven += step
      car.place = pointAfter(path, times, driven)
      if (driven >= whole * givesUpAt) return false
      if (silence && unheard > 0 && driven >= whole * silence.from) unheard -= step
      else if (driven < whole)
        await tell({ type: 'position', ...rounded(car.place), etaMinutes: realMinutes(whole - driven + standing) })
    }
    track.push(...trackOf(path, times, begun, clock.now()))
    return true
  }

  /** Brings the taxi to its passenger. Returns the time of arrival, or undefined if they did not meet. */
  const fetchPassenger = async (car: Taxi) => {
    const { origin } = order()
    const way = secondsTo(car.place, origin)
    await tell({ type: 'accepted', ...whoOf(car), ...rounded(car.place), etaMinutes: realMinutes(way) })
    if (!(await goTo(car, origin, { jam: plan.jam, givesUpAt: plan.givesUpAt }))) {
      await tell({ type: 'cancelled', reasonCode: 'other', reason: 'Breakdown', ...rounded(car.place) })
      return undefined
    }
    const arrival = clock.now()
    await tell({ type: 'arrived', ...rounded(car.place) })
    await pause(plan.isNoShow ? patience.noShow : plan.boardingAfter)
    if (plan.isNoShow) {
      await tell({ type: 'cancelled', reasonCode: 'fleet_client_not_presented', ...rounded(car.place) })
      return undefined
    }
    await tell({ type: 'onBoard', ...rounded(car.place) })
    return arrival
  }

  const priceOf = () => {
    const { origin: from, timeZone, idFleet } = order()
    const { kmh, detour } = plan
    return typedPrice(fareOf(ratesOf(idFleet), { from, to: goal(), start: start(), timeZone, kmh, detour }), plan.price)
  }

  const finish = async (times: { arrival?: number | undefined; finish: number }) => {
    const path = track.length > 0 ? { path: track } : {}
    const price = priceOf()
    if (plan.priceAfter === 0) return tell({ type: 'finished', ...times, ...path, ...price })
    await tell({ type: 'finished', ...times, ...path })
    await pause(plan.priceAfter)
    await tell({ type: 'price', ...price })
  }

  const writeDown = async () => {
    const arrival = start() + minutes(3)
    if (stage !== 'onBoard') {
      await tell({ type: 'accepted', ...whoOf(taxis.named(plan.namedTaxi)) })
      await tell({ type: 'onBoard' })
    }
    const way = secondsTo(order().origin, goal())
    await finish({ arrival, finish: Math.min(arrival + way * 1_000, clock.now()) })
  }

  /** After a restart nobody knows how far they had come, so the ride starts again at the pickup. */
  const driveOn = async () => {
    taxi = taxis.take(order().origin)
    if (taxi) {
      taxi.place = order().origin
      await goTo(taxi, goal(), {})
    }
    await finish({ finish: clock.now() })
  }

  try {
    if (stage === 'ended') {
      await pause(plan.priceAfter)
      return await tell({ type: 'price', ...priceOf() })
    }
    if (clock.now() - start() > oldAfter) {
      await pause(plan.answerAfter)
      return await writeDown()
    }
    if (stage === 'onBoard') return await driveOn()
    const answered = stage === 'asked' ? await answer() : 'promised'
    if (answered === 'no') return
    await clock.until(departure, signal)
    taxi = await findTaxi(answered === 'promised')
    const arrival = taxi && (await fetchPassenger(taxi))
    if (!taxi || arrival === undefined) return
    await goTo(taxi, goal(), { silence: plan.silence })
    await finish({ arrival, finish: clock.now() })
  } finally {
    if (taxi) taxis.release(taxi)
  }
}

import { type PriceMistake, priceMistakes } from './meter.ts'
import { makeRandom, type Random, seedOf } from './random.ts'

/** Seconds are those of the simulated clock. */
export type Plan = {
  answer: 'accept' | 'refuse' | 'silent'
  answerAfter: number
  /** Which of the fleet's taxis is named for a ride that is still hours away. */
  namedTaxi: number
  kmh: number
  /** The share of the way to the passenger after which the taxi gives the booking back. */
  givesUpAt: number | undefined
  /** Stands in a jam for so long. */
  jam: number
  isNoShow: boolean
  boardingAfter: number
  positionEvery: number
  /** No position gets through from this share of the ride on, for so long. */
  silence: { from: number; seconds: number } | undefined
  /** The way is that much longer or shorter than it was thought. */
  detour: number
  price: PriceMistake | undefined
  /** The price is told so long after the end of the ride. */
  priceAfter: number
}

const happens = (random: Random, share: number) => random.next() < share

/** Some fleets refuse one order in ten and answer others never; all are the fleet's own manner. */
export const mannerOf = (seed: number, fleet: string) => {
  const random = makeRandom(seedOf(seed, 'manner', fleet))
  return { refuses: random.between(0.01, 0.1), staysSilent: random.between(0, 0.025) }
}

/**
 * Everything that will happen to an order, worked out before it begins: the same after a restart, and the same at every
 * run with the same seed. `faults` is how much goes wrong: 1 as in life, 0 nothing. Every number is drawn whether or not
 * it matters, so that one decision does not change the next.
 */
export const planOf = (seed: number, order: { fleet: string; idBooking: number; attempt: number }, faults: number) => {
  const random = makeRandom(seedOf(seed, order.fleet, order.idBooking, order.attempt))
  const { refuses, staysSilent } = mannerOf(seed, order.fleet)
  const [isRefused, isSilent] = [happens(random, refuses * faults), happens(random, staysSilent * faults)]
  const [givesUp, givesUpAt] = [happens(random, 0.012 * faults), random.between(0.2, 0.8)]
  const [isJammed, jam] = [happens(random, 0.12 * faults), random.between(240, 900)]
  const [isLost, from, seconds] = [happens(random, 0.07 * faults), random.between(0.1, 0.7), random.between(45, 180)]
  const [isMistaken, mistake] = [happens(random, 0.12 * faults), random.pick(priceMistakes)]
  const [isPriceLater, priceAfter] = [happens(random, 0.1), random.between(20, 90)]
  const plan: Plan = {
    answer: isRefused ? 'refuse' : isSilent ? 'silent' : 'accept',
    answerAfter: random.between(3, 18),
    namedTaxi: random.next(),
    kmh: random.between(18, 35),
    givesUpAt: givesUp ? givesUpAt : undefined,
    jam: isJammed ? jam : 0,
    isNoShow: happens(random, 0.025 * faults),
    boardingAfter: random.between(25, 150),
    positionEvery: random.between(5, 10),
    silence: isLost ? { from, seconds } : undefined,
    detour: random.between(0.92, 1.12),
    price: isMistaken ? mistake : undefined,
    priceAfter: isPriceLater || (isMistaken && mistake === 'missing') ? priceAfter : 0,
  }
  return plan
}

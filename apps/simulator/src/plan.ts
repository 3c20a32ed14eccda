import { type PriceMistake, priceMistakes } from './meter.ts'
import { makeRandom, type Random, seedOf } from './random.ts'

/** All times are in seconds of the simulated clock. */
export type Plan = {
  answer: 'accept' | 'refuse' | 'silent'
  answerAfter: number
  /** Picks the taxi to name for a ride that is still hours away (0 to 1). */
  namedTaxi: number
  kmh: number
  /** Share of the way to the passenger after which the taxi gives the booking back. */
  givesUpAt: number | undefined
  /** Time spent in a traffic jam. */
  jam: number
  isNoShow: boolean
  boardingAfter: number
  positionEvery: number
  /** No position gets through for so many seconds, from this share of the ride on. */
  silence: { from: number; seconds: number } | undefined
  /** Actual distance as a multiple of the expected one. */
  detour: number
  price: PriceMistake | undefined
  /** How long after the end of the ride the price is reported. */
  priceAfter: number
}

const happens = (random: Random, share: number) => random.next() < share

/** How often a fleet refuses an order or never answers; every fleet has its own habits. */
export const mannerOf = (seed: number, fleet: string) => {
  const random = makeRandom(seedOf(seed, 'manner', fleet))
  return { refuses: random.between(0.01, 0.1), staysSilent: random.between(0, 0.025) }
}

/**
 * Decides everything that will happen to an order before it begins, so that it is the same after a restart and in every
 * run with the same seed. `faults` is how much goes wrong: 1 as in real life, 0 nothing. Every number is drawn whether
 * or not it is used, so that one decision does not change the next.
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

import { minutes } from '@parada/domain/booking/duration'
import type { Draft } from '@parada/domain/wizard/draft'
import type { FleetChoice } from '../../booking/record/fleet-quotes.ts'

export type Quote = { etaMinutes: number | null; start: number | null; price: number | null; currency: string | null }

/** What the operator quotes to the caller; it is stored with the booking as the promise. */
export const quoteOf = (draft: Draft, choice: FleetChoice | undefined): Quote => {
  const { price, availability } = choice ?? {}
  // A ride that was already driven has no promise.
  if (draft.variant !== 'new-booking') return { etaMinutes: null, start: null, price: null, currency: null }
  return {
    etaMinutes: draft.asap ? (availability?.etaMinutes ?? null) : null,
    start: draft.asap ? null : draft.start,
    price: draft.priceCustomerTotal ?? price?.priceCustomerTotal ?? price?.priceSupplierTotal ?? null,
    currency: price?.currency ?? null,
  }
}

export const promiseOf = ({ etaMinutes, start, price }: Quote, now: number) => ({
  promisedArrival: start ?? (etaMinutes === null ? null : now + minutes(etaMinutes)),
  promisedPrice: price,
})

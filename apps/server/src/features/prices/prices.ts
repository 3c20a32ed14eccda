import type { prices } from '@parada/contract/calls/prices'
import { bookingReferences } from '@parada/db/queries/booking-references'
import { findPriceDetails } from '@parada/db/queries/price-details'
import { type Grants, isGranted } from '@parada/domain/access/permissions'
import { readStops } from '@parada/domain/booking/lists'
import type { Point } from '@parada/domain/places/geo'
import { type ActingUser, bookingFor, workOf } from '../../booking/access.ts'
import { authorizedFor } from '../../booking/record/authorization.ts'
import { fleetsToUse } from '../../booking/record/draft.ts'
import { fleetsWanted } from '../../booking/record/fields.ts'
import { estimatePrice, type FleetPrice } from '../../booking/record/prices.ts'
import type { Handlers } from '../../http/context.ts'
import { refuse } from '../../http/problem.ts'

const seesCustomerPrice = (grants: Grants) => isGranted(grants, 'editPriceCustomer')

const forEyesOf = (grants: Grants, price: FleetPrice) => {
  if (seesCustomerPrice(grants)) return price
  const { priceCustomerTotal, priceCustomerMultiplier, details, ...rest } = price
  return { ...rest, details: { estimationDetailsSupplier: details.estimationDetailsSupplier } }
}

/** A coordinate of zero was never filled in (O1-52). */
const pointOf = (place: { lat?: number | null; lon?: number | null } | null | undefined): Point | undefined =>
  place?.lat && place.lon ? { lat: place.lat, lon: place.lon } : undefined

/** The paying account, if the user may book for it, with the multiplier for its customers' prices. */
const accountOf = async (
  acting: ActingUser,
  booking: { idAuthorization?: number | null; idPaymentAccount?: number | null },
) => {
  const { idPaymentAccount = booking.idPaymentAccount } = await authorizedFor(acting, booking)
  const { account, multiplier } = await bookingReferences(acting.tx, acting.tenant.id, { idPaymentAccount })
  if (!account) throw refuse.field('idPaymentAccount', `idPaymentAccount: account ${idPaymentAccount} doesn't exist`)
  return { multiplier, idPaymentAccount }
}

export const priceHandlers: Handlers<typeof prices> = {
  priceEngine: async (context) => {
    const { booking } = context.body
    const origin = pointOf(booking.origin)
    if (!origin) throw refuse.rule('problems.originNotComplete', 'origin')
    const stops = readStops(booking.stops)
    if (!stops) throw refuse.field('stops', 'stops: must be a comma-separated list of lat,lon pairs')
    const { all: idFleets } = fleetsWanted(booking)
    if (idFleets.length === 0) throw refuse.rule('problems.missingProperty', 'idFleet', { name: 'idFleet' })
    const { multiplier, idPaymentAccount } = await accountOf(context, booking)
    await fleetsToUse(context, booking, { idPaymentAccount })
    const now = context.now.getTime()
    const found = await estimatePrice(workOf(context), {
      idFleets,
      origin,
      destination: pointOf(booking.destination) ?? null,
      stops,
      start: booking.asap ? now : (booking.timeBookingStart ?? now),
      priceCustomerType: booking.priceCustomerType ?? null,
      priceCustomerMultiplier: booking.priceCustomerMultiplier ?? multiplier,
      priceCustomerTotal: booking.priceCustomerTotal ?? null,
    })
    const answered = found.map((price) => forEyesOf(context.user.grants, price))
    const price = answered.find(({ idFleet }) => idFleet === booking.idFleet) ?? answered[0]
    if (!price) throw refuse.field('idFleet', `idFleet: fleet ${idFleets[0]} doesn't exist`)
    return { price, prices: answered }
  },

  priceDetails: async (context) => {
    const { id } = await bookingFor(context, context.params.idService, { right: 'see' })
    const details = await findPriceDetails(context.tx, context.tenant.id, id)
    if (!details || seesCustomerPrice(context.user.grants)) return details
    const { estimationDetailsSupplier, totalDetailsSupplier } = details
    return { estimationDetailsSupplier, totalDetailsSupplier }
  },
}

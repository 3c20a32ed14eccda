import { customerBlock, customerTypeOf } from '@parada/domain/pricing/customer'
import { estimate } from '@parada/domain/pricing/estimate'
import { tariffFor } from '@parada/domain/pricing/tariff'
import type { bookingsOf } from './bookings.ts'
import type { PaymentAccount } from './customers.ts'
import { fleetRows } from './fleet-rows.ts'
import { tariffsOf } from './tariffs.ts'
import type { DemoTenant } from './tenants.ts'

/** Price estimates of the demo's bookings at the time they were made. */
export const estimatesOf = (
  tenant: DemoTenant,
  bookings: ReturnType<typeof bookingsOf>,
  accounts: readonly PaymentAccount[],
  now: Date,
) => {
  const tariffs = tariffsOf(tenant, now)
  const types = new Map(fleetRows(tenant, []).map((fleet) => [fleet.id, customerTypeOf(fleet.price_customer_type)]))
  return bookings.flatMap(
    ({ id, id_fleet, id_payment_account, origin, destination, time_booking_start, time_zone }) => {
      const start = time_booking_start.getTime()
      const tariff = tariffFor(tariffs.get(id_fleet) ?? [], origin, start, time_zone)
      if (!tariff) return []
      const supplier = estimate(tariff, { origin, destination, start, timeZone: time_zone })
      const type = customerTypeOf(types.get(id_fleet))
      const multiplierPercent = accounts.find((account) => account.id === id_payment_account)?.customer_price_multiplier
      return [
        {
          tenant_id: tenant.id,
          id_booking: id,
          estimation_details_customer: customerBlock(supplier, { type, multiplierPercent }),
          estimation_details_supplier: supplier,
        },
      ]
    },
  )
}

import type { PricedFleet } from '@parada/domain/pricing/settle'
import type { Tariff } from '@parada/domain/pricing/tariff'
import { rowsOf } from '../database.ts'
import type { Tx } from '../open.ts'
import { remembered } from '../terms.ts'

export type FleetTariffs = PricedFleet & {
  idFleet: number
  timeZone: string
  /** The tariffs valid around the requested day; the domain decides which of them applies at the pickup. */
  tariffs: Tariff[]
}

const tariff = `json_build_object(
  'area', t.area, 'validFrom', t.valid_from, 'validTo', t.valid_to, 'currency', t.currency,
  'rates', json_build_object('flagFall', t.flag_fall, 'perKm', t.per_km, 'perMinute', t.per_minute,
    'minimum', t.minimum, 'percent', t.percent),
  'specialRates', t.special_rates, 'airportSupplement', t.airport_supplement, 'airports', t.airports,
  'fixedRoutes', t.fixed_routes, 'tolls', t.tolls)`

type Row = FleetTariffs & { tariffs: Omit<Tariff, 'holidays'>[]; holidays: string[] }

/**
 * One statement per fleet: its plan is the same for every fleet and made once, and several statements leave in one
 * packet.
 */
const tariffsOfFleet = remembered(async (tx: Tx, tenantId: number, fleetAndDay: string): Promise<FleetTariffs[]> => {
  const [idFleet, day] = fleetAndDay.split(' ')
  const rows = await rowsOf<Row>(tx, {
    name: 'fleet_tariffs',
    text: `select f.id as "idFleet", f.time_zone as "timeZone", f.price_protocol as "priceProtocol",
             f.price_customer_type as "priceCustomerType", f.estimated_min_price as "estimatedMinPrice",
             f.estimated_max_price as "estimatedMaxPrice",
             coalesce((select json_agg(${tariff} order by t.valid_from desc, t.id) from tariff t
               where t.tenant_id = $1 and t.id_fleet = $2 and t.valid_from <= $3::date + 1
                 and (t.valid_to is null or t.valid_to > $3::date - 1)), '[]') as tariffs,
             coalesce((select json_agg(h.day) from tariff_holiday h
               where h.tenant_id = $1 and h.id_fleet = $2 and h.day between $3::date - 1 and $3::date + 1), '[]') as holidays
           from fleet f where f.tenant_id = $1 and f.id = $2`,
    values: [tenantId, idFleet, day],
  })
  return rows.map(({ holidays, tariffs, ...fleet }) => ({
    ...fleet,
    tariffs: tariffs.map((one) => ({ ...one, holidays })),
  }))
})

/**
 * Those of the fleets that exist, with the tariffs valid on the day of a moment or the days next to it: the fleet's own
 * date may be a day ahead of UTC or behind.
 */
export const fleetTariffs = async (tx: Tx, idFleets: readonly number[], moment: number) => {
  const day = new Date(moment).toISOString().slice(0, 10)
  return (await Promise.all(idFleets.map((id) => tariffsOfFleet(tx, `${id} ${day}`)))).flat()
}

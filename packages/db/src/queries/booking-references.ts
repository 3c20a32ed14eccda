import { required } from '@parada/domain/objects'
import { rowsOf } from '../database.ts'
import type { Tx } from '../open.ts'
import { remembered } from '../terms.ts'

export type FleetTerms = {
  id: number
  fleetLongName: string
  protocolDispatch: number
  priceCustomerType: number
  defaultTimePredispatch: number
  enableCommitmentDefault: boolean
  commitmentByTaxiFeatures: boolean
  timeZone: string
  status: number
}

const termsOfFleet = remembered((tx: Tx, tenantId: number, id: number) =>
  rowsOf<FleetTerms>(tx, {
    name: 'booking_fleet_terms',
    text: `select id, fleet_long_name as "fleetLongName", protocol_dispatch as "protocolDispatch",
             price_customer_type as "priceCustomerType", default_time_predispatch as "defaultTimePredispatch",
             enable_commitment_default as "enableCommitmentDefault",
             commitment_by_taxi_features as "commitmentByTaxiFeatures", time_zone as "timeZone", status
           from fleet where tenant_id = $1 and id = $2`,
    values: [tenantId, id],
  }),
)

/** What a booking takes over from the fleets it may go to; unknown fleets are left out. */
export const fleetTerms = async (tx: Tx, ids: readonly number[]) =>
  (await Promise.all(ids.map((id) => termsOfFleet(tx, id)))).flat()

export type References = { idCaller?: number | null; idCard?: number | null; idPaymentAccount?: number | null }

/** Whether a booking's caller, card and payment account exist, and the account's price multiplier. */
export const bookingReferences = async (
  tx: Tx,
  tenantId: number,
  { idCaller, idCard, idPaymentAccount }: References,
) => {
  if (idCaller == null && idCard == null && idPaymentAccount == null)
    return { caller: true, card: true, account: true, multiplier: null }
  const [found] = await rowsOf<{ caller: boolean; card: boolean; account: boolean; multiplier: number | null }>(tx, {
    name: 'booking_references',
    text: `select $2::bigint is null or exists (select from caller where tenant_id = $1 and id = $2) as caller,
             $3::bigint is null or exists (select from card where tenant_id = $1 and id = $3) as card,
             $4::bigint is null or exists (select from payment_account where tenant_id = $1 and id = $4) as account,
             (select customer_price_multiplier from payment_account where tenant_id = $1 and id = $4) as multiplier`,
    values: [tenantId, idCaller ?? null, idCard ?? null, idPaymentAccount ?? null],
  })
  return required(found)
}

export type BreakConfig = {
  id: number
  type: string
  label: string
  filter: string
  mandatory: boolean
  valueDependencies: { value: string; dependencies: { idBreak: number; visible?: boolean; mandatory?: boolean }[] }[]
}

/** The account fields that a payment account asks for; none without an account. */
export const breakConfigs = async (
  tx: Tx,
  tenantId: number,
  idPaymentAccount: number | null,
): Promise<BreakConfig[]> =>
  idPaymentAccount === null
    ? []
    : rowsOf<BreakConfig>(tx, {
        name: 'booking_break_configs',
        text: `select id, type, label, mandatory, filter, value_dependencies as "valueDependencies"
               from booking_break_config where tenant_id = $1 and id_payment_account = $2 order by id`,
        values: [tenantId, idPaymentAccount],
      })

export const findCard = async (tx: Tx, tenantId: number, id: number) => {
  const [card] = await rowsOf<{ id: number; cardAlias: string; paymentMethod: number; idUser: number | null }>(tx, {
    text: `select id, card_alias as "cardAlias", payment_method as "paymentMethod", id_user as "idUser"
           from card where tenant_id = $1 and id = $2`,
    values: [tenantId, id],
  })
  return card
}

export const isFirstOfSeries = async (tx: Tx, tenantId: number, id: number) => {
  const [found] = await rowsOf<{ isFirst: boolean }>(tx, {
    name: 'booking_is_first',
    text: `select exists (select from booking where tenant_id = $1 and id_copy_from = $2) as "isFirst"`,
    values: [tenantId, id],
  })
  return found?.isFirst === true
}

/** The live bookings of a recurring series, including the first one, locked until the transaction ends. */
export const liveOfSeries = (tx: Tx, tenantId: number, idCopyFrom: number) =>
  rowsOf<{ id: number }>(tx, {
    text: `select id from booking where tenant_id = $1 and (id = $2 or id_copy_from = $2) and status in (10, 20, -30)
           order by id for update`,
    values: [tenantId, idCopyFrom],
  })

export const readTrajectory = async (tx: Tx, tenantId: number, idBooking: number) => {
  const [found] = await rowsOf<{ path: [number, number, number][] }>(tx, {
    text: 'select path from trajectory where tenant_id = $1 and id_booking = $2',
    values: [tenantId, idBooking],
  })
  return found?.path ?? []
}

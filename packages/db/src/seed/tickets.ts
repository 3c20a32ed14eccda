import { ticketStatus } from '@parada/domain/trip/modes'
import { authorizationIdsOf } from './authorizations.ts'
import type { PaymentAccount } from './customers.ts'
import type { Subdomain } from './demo-users.ts'
import { breakConfigsOf } from './desk.ts'
import type { Random } from './random.ts'
import { titleIdOf, titlesSold } from './ticket-titles.ts'
import { tripSuppliers } from './trip-suppliers.ts'
import type { SeededUser } from './users.ts'

const minute = 60_000
const day = 24 * 60 * minute

const ticketsPerTenant: Readonly<Record<Subdomain, number>> = { demo: 3_000, costa: 1_800, norte: 1_200 }
/** Minutes of the day, in UTC: few people ride at night. */
const [firstMinute, lastMinute] = [5 * 60, 21 * 60]
const reasons = ['Compra repetida', 'Línea cortada por obras', 'El viajero cambió de planes']

type Scope = {
  tenantId: number
  subdomain: Subdomain
  users: readonly SeededUser[]
  accounts: readonly PaymentAccount[]
  now: Date
}

const breakValues: Readonly<Record<string, readonly string[]>> = {
  Motivo: ['Visita', 'Formación', 'Feria'],
  'Cliente visitado': ['Muestras del Sur', 'Ejemplos Reunidos'],
  Obra: ['OBRA-01', 'OBRA-02'],
  Estudio: ['EST-01', 'EST-02', 'EST-03'],
}

/** The current state of a ticket: most are used soon, some expire, some are cancelled. */
const fateOf = (start: number, expiry: number, now: number, { below, chance, pick }: Random) => {
  const isOpen = start + expiry > now
  if (chance(0.05)) return { status: ticketStatus.cancelled, at: Math.min(now, start), reason: pick(reasons) }
  if (start >= now || (isOpen && chance(0.5))) return { status: ticketStatus.active }
  if (isOpen || chance(0.92)) {
    const used = start + 1_000 * below(Math.min(expiry, 40 * minute) / 1_000)
    return { status: ticketStatus.used, at: Math.min(now, used) }
  }
  return { status: ticketStatus.expired, at: start + expiry }
}

type SeedTicket = ReturnType<typeof ticketOf>

const ticketOf = (
  { tenantId, users, accounts, now }: Scope,
  { id, start, random }: { id: number; start: number; random: Random },
) => {
  const { below, chance, digits, pick } = random
  const accountIndex = chance(0.4) ? below(accounts.length) : undefined
  const account = accountIndex === undefined ? undefined : accounts[accountIndex]
  const title = pick(titlesSold.filter(({ isBusiness, isOver }) => !isOver && (account || !isBusiness)))
  const supplier = pick(title.suppliers)
  const transportName = tripSuppliers.find((one) => one.id === supplier)?.name ?? ''
  const idAuthorization = accountIndex === undefined ? null : pick(authorizationIdsOf(tenantId, accountIndex))
  const idUser = account && chance(0.5) ? null : pick(users).id
  const locator = `T${digits(8)}`
  const reference = `${supplier}-${id}`
  const fate = fateOf(start, title.expiryMinutes * minute, now.getTime(), random)
  const filled = breakConfigsOf(accounts)
    .filter((one) => one.id_payment_account === account?.id)
    .flatMap((one) => {
      const offered = breakValues[one.label]
      return offered ? [{ id: one.id, value: pick(offered), label: one.label }] : []
    })
  return {
    fate,
    soldAt: Math.min(start, now.getTime()) - 1_000 * below(1_800),
    supplier: transportName,
    row: {
      tenant_id: tenantId,
      id,
      version: fate.at === undefined ? 1 : 2,
      reference,
      locator,
      transport_name: transportName,
      title: title.name,
      description: title.description,
      id_user: idUser,
      id_authorization: idAuthorization,
      id_payment_account: account?.id ?? null,
      time_service_start: new Date(start),
      price_supplier: title.price,
      price_customer: account ? Math.round(title.price * 110) / 100 : title.price,
      payment_method: account ? 50 : pick([12, 13]),
      entry_channel: idUser === null ? 20 : pick([11, 12]),
      id_ticket_title: titleIdOf(tenantId, titlesSold.indexOf(title)),
      status: fate.status,
      id_public_transport_supplier: supplier,
      code: `PT1:${supplier}:${locator}:${digits(8)}`,
      time_validated: fate.status === ticketStatus.used ? new Date(fate.at ?? start) : null,
      cancel_reason: fate.reason ?? '',
      booking_breaks: filled,
    },
  }
}

const actions = {
  [ticketStatus.used]: 'used',
  [ticketStatus.expired]: 'expired',
  [ticketStatus.cancelled]: 'cancelled',
}

/** The journal of a ticket: its sale, and what happened to it. */
const journalOf = ({ row, fate, soldAt, supplier }: SeedTicket) => {
  const line = {
    tenant_id: row.tenant_id,
    mode: 'ticket',
    id_trip: row.id,
    id_supplier: row.id_public_transport_supplier,
    who: supplier,
  }
  const { locator, title, price_customer: priceCustomer } = row
  const first = { status: ticketStatus.active, locator, title, priceCustomer }
  const begun = {
    ...line,
    version: 1,
    at: new Date(soldAt),
    action: 'sold',
    before: {},
    after: first,
  }
  if (fate.status === ticketStatus.active) return [begun]
  const { status, reason } = fate
  const ended = {
    ...line,
    version: 2,
    at: new Date(fate.at),
    action: actions[status],
    before: { status: ticketStatus.active },
    after: {
      status,
      ...(status === ticketStatus.used && { timeValidated: fate.at }),
      ...(reason && { cancelReason: reason }),
    },
  }
  return [begun, ended]
}

/** Tickets of the last year and the next days, with ids in order of the start of their validity. */
export const ticketsOf = (scope: Scope, random: Random) => {
  const { tenantId, subdomain, now } = scope
  const count = ticketsPerTenant[subdomain]
  const today = Math.floor(now.getTime() / day) * day
  const starts = Array.from(
    { length: count },
    () => today + day * random.between(-365, 2) + minute * random.between(firstMinute, lastMinute),
  ).sort((one, other) => one - other)
  const made = starts.map((start, index) => ticketOf(scope, { id: tenantId * 100_000 + index + 1, start, random }))
  return {
    tickets: made.map(({ row, soldAt }) => ({
      ...row,
      date_created: new Date(soldAt),
      time_updated: new Date(soldAt),
    })),
    journal: made.flatMap(journalOf),
  }
}

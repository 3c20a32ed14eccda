import type { authorizationsOf } from './authorizations.ts'
import type { Random } from './random.ts'
import { tripSuppliers } from './trip-suppliers.ts'
import type { SeededUser, userVehiclesOf } from './users.ts'

type Scope = {
  users: readonly SeededUser[]
  vehicles: ReturnType<typeof userVehiclesOf>
  authorizations: ReturnType<typeof authorizationsOf>
  now: Date
}

const hour = 3_600_000
const day = 24 * hour
const cents = (amount: number) => Math.round(amount * 100) / 100

/**
 * Each is run by the supplier of its protocol, whose id is the protocol plus ten; the last value is the price per hour.
 */
const carParks: readonly (readonly [id: number, name: string, protocol: number, perHour: number])[] = [
  [11, 'Parking Estación', 1, 2.45],
  [15, 'Parking Mercado Central', 1, 2.1],
  [12, 'Parking Plaza Mayor', 2, 2.9],
  [16, 'Zona azul Ensanche', 2, 1.35],
  [13, 'Parking Centro', 3, 2.35],
  [17, 'Parking Hospital', 3, 1.9],
  [18, 'Parking Palacio de Congresos', 3, 2.6],
  [14, 'Parking Aeropuerto P2', 4, 3.1],
]

const reasons = ['El cliente no llegó', 'Aparcamiento completo', 'Reserva duplicada', 'Matrícula equivocada']

const { active, expired, finished, cancelled } = { active: 1, expired: -1, finished: 30, cancelled: -20 }

/** Status, start and length in hours of a stay. */
const stayOf = (isLive: boolean, now: number, { below, between, chance, pick }: Random) => {
  const hours = pick([1, 1, 2, 2, 3, 4, 6, 9, 12, 24])
  if (!isLive) {
    // Half of the past stays are from recent weeks, which the lists show first.
    const ago = chance(0.5) ? between(26, 24 * 35) : between(24 * 35, 24 * 300)
    return { status: chance(0.88) ? finished : cancelled, start: now - ago * hour - below(hour), hours }
  }
  if (chance(0.2)) return { status: expired, start: now - hours * hour - between(10, 180) * 60_000, hours }
  return { status: active, start: now - Math.round(hours * hour * (below(90) / 100)) - 60_000, hours }
}

/** About this many cars are parked now, each of a different user. */
const leastNow = 24

/** Users with a car in the app park it now and then, one time in three on their company's account. */
export const parkingsOf = ({ users, vehicles, authorizations, now }: Scope, random: Random) => {
  const { between, chance, digits, pick } = random
  const byId = new Map(users.map((user) => [user.id, user]))
  const every = Math.min(12, Math.floor(vehicles.length / leastNow))
  const stays = vehicles.flatMap((vehicle, at) => [
    ...Array.from({ length: between(4, 12) }, () => ({ ...vehicle, isLive: false })),
    ...(at % every === 0 ? [{ ...vehicle, isLive: true }] : []),
  ])
  const made = stays.map(({ tenant_id, id_user, number_plate, isLive }, index) => {
    const user = byId.get(id_user)
    const [id_parking, parking_name, protocol, perHour] = pick(carParks)
    const { status, start, hours } = stayOf(isLive, now.getTime(), random)
    const authorization = chance(0.36) ? pick(authorizations) : undefined
    const price = cents(hours * perHour)
    return {
      tenant_id,
      id_supplier: 10 + protocol,
      reference: `P${protocol}-${digits(4)}-${String(index + 1).padStart(5, '0')}`,
      id_parking,
      parking_name,
      protocol,
      status,
      version: status === active ? 1 : 2,
      id_user,
      id_authorization: authorization?.id ?? null,
      id_payment_account: authorization?.id_payment_account ?? null,
      customer_name: authorization
        ? `${authorization.first_name} ${authorization.last_name}`
        : `${user?.first_name ?? ''} ${user?.last_name ?? ''}`.trim(),
      customer_phone: authorization?.mobile_number ?? user?.mobile_number ?? '',
      number_plate,
      date_init: new Date(start),
      date_end: new Date(start + hours * hour),
      price_supplier: cents(price * 0.8),
      price_customer: price,
      payment_method: authorization ? 50 : pick([12, 13, 13]),
      entry_channel: pick([11, 12]),
      cancel_reason: status === cancelled ? pick(reasons) : '',
      date_created: new Date(start),
      time_updated: new Date(start),
    }
  })
  // Ids in order of start.
  return made
    .sort((one, other) => one.date_init.getTime() - other.date_init.getTime())
    .map((row, index) => ({ ...row, id: row.tenant_id * 100_000 + index + 1 }))
}

const journalDays = 40
const supplierNames = new Map(tripSuppliers.map(({ id, name }) => [id, name]))
const endings: Readonly<Record<number, string>> = {
  [expired]: 'expired',
  [finished]: 'finished',
  [cancelled]: 'cancelled',
}

/** What the suppliers reported about them, as far back as anybody looks. */
export const parkingJournalOf = (parkings: ReturnType<typeof parkingsOf>, now: Date) =>
  parkings
    .filter(({ date_init }) => date_init.getTime() > now.getTime() - journalDays * day)
    .flatMap(({ tenant_id, id, id_supplier, status, date_init, date_end, ...row }) => {
      const line = { tenant_id, mode: 'parking', id_trip: id, id_supplier, who: supplierNames.get(id_supplier) ?? '' }
      const { parking_name, number_plate, price_customer, price_supplier, reference } = row
      const begun = {
        ...{ status: active, parkingName: parking_name, numberPlate: number_plate, reference },
        ...{ dateInit: date_init.getTime(), priceSupplier: price_supplier, priceCustomer: price_customer },
      }
      const started = { ...line, version: 1, at: date_init, action: 'started', before: {}, after: begun }
      const ending = endings[status]
      if (!ending) return [started]
      const change = { before: { status: active }, after: { status } }
      return [started, { ...line, version: 2, at: date_end, action: ending, ...change }]
    })

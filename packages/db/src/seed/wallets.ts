import { payoutOf } from '@parada/domain/promo/promo'
import { type MovementKind, signedAmount } from '@parada/domain/wallet/movements'
import type pg from 'pg'
import { copyLine, copyRows, insertAll } from './copy.ts'
import { promoCodeRows, promoRow, promosOf, type SeededPromo } from './promos.ts'
import { makeRandom, type Random } from './random.ts'

const minute = 60_000
const day = 86_400_000
const topUps = [1_000, 1_000, 2_000, 2_000, 2_500, 3_000, 5_000]
const topUpConcepts = ['Recarga con tarjeta', 'Recarga con tarjeta', 'Recarga con Bizum']
const mostRides = 30

type Ride = { idBooking: number; date: number; cents: number }
type User = { tenantId: number; id: number; created: number; rides: Ride[] }
type Movement = {
  kind: MovementKind
  cents: number
  date: number
  concept: string
  idBooking?: number
  idPromo?: number
}
type UserPromo = { promo: SeededPromo; code: SeededPromo['codeRows'][number] | undefined; date: number; uses: number }

const columns = [
  ...['tenant_id', 'id', 'id_user', 'number', 'kind', 'amount', 'balance', 'date', 'concept', 'id_booking'],
  ...['id_promo', 'key', 'number_before', 'balance_before'],
]

/** Users with their rides paid by card in the app, which may just as well have been paid from the wallet. */
const readUsers = async (client: pg.Client) => {
  const users = await client.query<Omit<User, 'rides' | 'created'> & { created: Date }>(
    'select tenant_id as "tenantId", id::int, date_created as created from app_user where is_customer order by tenant_id, id',
  )
  const rides = await client.query<Omit<Ride, 'date'> & { idUser: number; date: Date }>(
    `select id::int as "idBooking", id_user::int as "idUser", coalesce(time_booking_finish, time_booking_start) as date,
       round(price_customer_total * 100)::int as cents
     from booking where status = 30 and id_user is not null and price_customer_total between 1 and 200
       and price_customer_currency = 'EUR' and payment_method not in (10, 11, 50, 60)
     order by id_user, date, id`,
  )
  const byUser = Map.groupBy(rides.rows, ({ idUser }) => idUser)
  return users.rows.map(({ created, ...user }): User => {
    const taken = (byUser.get(user.id) ?? []).slice(-mostRides)
    return {
      ...user,
      created: created.getTime(),
      rides: taken.map(({ date, ...ride }) => ({ ...ride, date: date.getTime() })),
    }
  })
}

/** The promos that a user has, each since a day on which it was available. */
const promosFor = ({ created }: User, promos: readonly SeededPromo[], now: number, { below, chance, pick }: Random) => {
  const held: UserPromo[] = []
  for (const promo of promos) {
    const from = Math.max(promo.validFrom ?? now - 300 * day, created)
    const to = Math.min(promo.validTo ?? now, now)
    const isCreated = promo.create.includes('createUser')
    if (from >= to || (isCreated && created < (promo.validFrom ?? 0))) continue
    const isOneOfTheFirst =
      promo.usedUpBy !== undefined && promo.codeRows.some(({ uses }) => uses < (promo.usedUpBy ?? 0))
    if (!chance(isOneOfTheFirst ? 0.2 : promo.share)) continue
    const free = promo.codeRows.filter(({ uses, usesTotal }) => usesTotal === null || uses < usesTotal)
    const isByCode = promo.create.includes('redeemCode')
    if (isByCode && free.length === 0) continue
    const code = isByCode ? pick(free) : undefined
    if (code) code.uses++
    held.push({ promo, code, date: isCreated ? created : from + below(to - from), uses: 0 })
  }
  return held
}

const worthOf = ({ worth }: SeededPromo, base: number) =>
  payoutOf(
    'amount' in worth
      ? { type: 'fixed', amount: worth.amount, percent: null, cap: null }
      : { type: 'percent', amount: null, ...worth },
    base,
  )

/** What a user's promos pay for an event. */
const paidFor = (
  held: readonly UserPromo[],
  action: 'loadWallet' | 'setServiceFinished',
  happened: Movement,
): Movement[] =>
  held.flatMap((one) => {
    const { promo, date } = one
    if (!promo.execute.includes(action) || date > happened.date || promo.active === false) return []
    if (promo.validTo !== null && happened.date > promo.validTo) return []
    if (one.uses >= (promo.usesPerUser ?? Number.POSITIVE_INFINITY)) return []
    one.uses++
    promo.uses++
    const cents = worthOf(promo, happened.cents)
    const { idBooking } = happened
    return [
      {
        kind: 'promo',
        cents,
        date: happened.date,
        concept: promo.name,
        idPromo: promo.id,
        ...(idBooking && { idBooking }),
      },
    ]
  })

/** The movements of a wallet, which is topped up before each ride that it could not pay. */
const movementsOf = (user: User, held: readonly UserPromo[], now: number, { below, chance, pick }: Random) => {
  const made: Movement[] = []
  let balance = 0
  const add = (movement: Movement) => {
    const last = made.at(-1)?.date ?? user.created
    made.push({ ...movement, date: Math.min(now, Math.max(last, movement.date)) })
    balance += signedAmount(movement.kind, movement.cents)
  }
  const topUp = (date: number, cents = pick(topUps)) => {
    const loaded: Movement = { kind: 'payment', cents, date, concept: pick(topUpConcepts) }
    add(loaded)
    for (const paid of paidFor(held, 'loadWallet', loaded)) add(paid)
  }
  const ride = ({ idBooking, date, cents }: Ride) => {
    const about = { date, idBooking }
    while (balance < cents) topUp(date - minute * (5 + below(40)))
    add({ kind: 'ride', cents, concept: 'Viaje en taxi', ...about })
    for (const paid of paidFor(held, 'setServiceFinished', { kind: 'ride', cents, concept: '', ...about })) add(paid)
    if (chance(0.04))
      add({
        kind: 'refund',
        cents: Math.ceil(cents / 4),
        concept: 'Devolución por reclamación',
        idBooking,
        date: date + minute * (60 + below(1_500)),
      })
  }
  const events: { date: number; happen: () => void }[] = [
    ...held.flatMap(({ promo, date }, at) => {
      if (promo.execute.length > 0) return []
      const one = held[at] as UserPromo
      one.uses++
      promo.uses++
      const gift: Movement = { kind: 'promo', cents: worthOf(promo, 0), date, concept: promo.name, idPromo: promo.id }
      return [{ date, happen: () => add(gift) }]
    }),
    ...user.rides.map((one) => ({ date: one.date, happen: () => ride(one) })),
  ]
  if (now - user.created > 600 * day && chance(0.3))
    events.push({
      date: user.created,
      happen: () =>
        add({ kind: 'opening', cents: 100 * (1 + below(40)), date: user.created, concept: 'Saldo de la app anterior' }),
    })
  for (let left = chance(0.62) ? 1 + below(2) : 0; left > 0; left--) {
    const date = user.created + below(Math.max(1, now - user.created))
    events.push({ date, happen: () => topUp(date) })
  }
  for (const { happen } of events.sort((one, other) => one.date - other.date)) happen()
  return made
}

const linesOf = ({ tenantId, id: idUser }: User, movements: readonly Movement[], firstId: number) => {
  let balance = 0
  return movements.map(({ kind, cents, date, concept, idBooking, idPromo }, index) => {
    const before = balance
    const amount = signedAmount(kind, cents)
    balance += amount
    const number = index + 1
    const row = [tenantId, firstId + index, idUser, number, kind, amount, balance, new Date(date), concept]
    return copyLine([...row, idBooking, idPromo, `demo ${idUser} ${number}`, index === 0 ? null : index, before])
  })
}

/** Wallets of most users, and the promos and codes that paid into them. */
export const seedWallets = async (client: pg.Client, now: Date) => {
  const users = await readUsers(client)
  const lines: string[] = []
  for (const [tenantId, ofTenant] of Map.groupBy(users, (user) => user.tenantId)) {
    const random = makeRandom(tenantId + 2_000)
    const promos = promosOf(tenantId, now.getTime(), random)
    const holders: object[] = []
    for (const user of ofTenant) {
      const held = promosFor(user, promos, now.getTime(), random)
      lines.push(...linesOf(user, movementsOf(user, held, now.getTime(), random), lines.length + 1))
      for (const { promo, code, date, uses } of held)
        holders.push({
          tenant_id: tenantId,
          id_promo: promo.id,
          id_user: user.id,
          id_promo_code: code?.id ?? null,
          date: new Date(date),
          uses,
        })
    }
    await insertAll(
      client,
      'promo',
      promos.map((promo) => promoRow(tenantId, promo)),
    )
    await insertAll(
      client,
      'promo_code',
      promos.flatMap((promo) => promoCodeRows(tenantId, promo)),
    )
    await insertAll(client, 'promo_user', holders)
  }
  await client.query('alter table wallet_movement no force row level security')
  await copyRows(client, 'wallet_movement', columns, lines)
  await client.query('alter table wallet_movement force row level security')
}

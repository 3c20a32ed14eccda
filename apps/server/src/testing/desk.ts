import type { UserKind } from '@parada/db/seed/demo-users'
import pg from 'pg'
import { type TestServer, testServer } from './server.ts'

export const sol = { addressField: 'Puerta del Sol, Madrid', lat: 40.4169, lon: -3.7035 }
export const atocha = { addressField: 'Estación de Atocha, Madrid', lat: 40.4066, lon: -3.6906 }
export const minutes = (count: number) => count * 60_000
export const hours = (count: number) => minutes(60 * count)

/**
 * Fleets of the demo tenant, by how they are dispatched; the first three are those that the dispatcher may dispatch to.
 */
export const fleets = { madrid: 29, corredor: 31, byMail: 87, manual: 134, others: 36, canary: 52 } as const

type Fields = Record<string, unknown>
export type BookingAnswer = Record<string, unknown> & {
  id: number
  version: number
  status: number
  timeBookingStart: number
}
type Headers = Record<string, string>

/** A server with the demo's users signed in on demand, and the database owner's view of what was really written. */
export const openDesk = async () => {
  const server: TestServer = await testServer()
  // Whole minutes, because that is what people book.
  server.clock.now = new Date(Math.floor(Date.now() / 60_000) * 60_000)
  const owner = new pg.Client({ connectionString: server.database.ownerUrl })
  await owner.connect()
  const now = () => server.clock.now.getTime()
  const tokens = new Map<string, Promise<string>>()
  /** Concurrent requests of one user share a single sign-in. */
  const tokenOf = (kind: UserKind) => {
    const known = tokens.get(kind) ?? server.signInAs(kind)
    tokens.set(kind, known)
    return known
  }

  const rows = async <Row = Record<string, unknown>>(text: string, values: unknown[] = []): Promise<Row[]> =>
    (await owner.query(text, values)).rows

  type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
  const ask = async <T = unknown>(
    method: Method,
    path: string,
    body?: object,
    as: UserKind = 'operator',
    headers?: Headers,
  ) =>
    server.ask<T>(`/api${path}`, {
      method,
      token: await tokenOf(as),
      ...(body && { body }),
      ...(headers && { headers }),
    })

  type Answer = { booking: BookingAnswer }
  const act = (
    action: string,
    booking: Fields,
    { as, more, headers }: { as?: UserKind; more?: Fields; headers?: Headers } = {},
  ) => ask<Answer>('POST', `/services/demo/${action}`, { booking, ...more }, as, headers)
  const put = <T = Answer>(path: string, body: object, as?: UserKind) => ask<T>('PUT', path, body, as)
  const get = <T = Answer>(path: string, as?: UserKind) => ask<T>('GET', path, undefined, as)

  const draft = (change: Fields = {}): Fields => ({
    status: 5,
    entryChannel: 20,
    paymentMethod: 11,
    timeBookingStart: now() + hours(3),
    asap: false,
    origin: sol,
    destination: atocha,
    ...change,
  })

  /** The booking in a successful response; throws the error of any other. */
  const bookingOf = ({ meta, response }: Awaited<ReturnType<typeof act>>) => {
    if (!response) throw new Error(JSON.stringify(meta))
    return response.booking
  }

  const create = async (change: Fields = {}, as?: UserKind) =>
    bookingOf(await act('create', draft(change), { ...(as && { as }) }))

  /** Takes a booking from the wizard to the fleet, as an operator does. */
  const book = async (change: Fields = {}, more: Fields = {}, as?: UserKind) => {
    const { id } = await create(change, as)
    const sent = { idFleet: fleets.madrid, phoneNumberPassenger: '600000001', ...change, id }
    return bookingOf(await act('confirm', sent, { more, ...(as && { as }) }))
  }

  /** Changes columns of a booking directly, for events outside the test. */
  const become = async (id: number, columns: Fields) => {
    const names = Object.keys(columns)
    const sets = names.map((name, index) => `${name} = $${index + 2}`).join(', ')
    await owner.query(`update booking set ${sets} where id = $1`, [id, ...Object.values(columns)])
  }

  const stored = async (id: number) => (await rows('select * from booking where id = $1', [id]))[0] ?? {}

  /** Saves a change based on the current version. */
  const save = async (id: number, booking: object, as?: UserKind, more: object = {}) => {
    const { version } = await stored(id)
    return put(`/services/demo/${id}`, { booking: { version, ...booking }, ...more }, as)
  }

  /** Books a ride and marks it as finished, with any other columns given. */
  const bookEnded = async (columns: object = {}) => {
    const { id } = await book({ timeBookingStart: now(), asap: true })
    await become(id, { status: 30, price_supplier_total: 20, price_customer_total: 22, ...columns })
    return id
  }

  const orders = (id: number) =>
    rows<{ id_fleet: number; state: string; due_at: Date }>(
      'select id_fleet::int, state, due_at from supplier_order where id_booking = $1 order by created_at, id',
      [id],
    )
  const messages = (id: number) => rows('select * from booking_message where id_booking = $1 order by id', [id])
  const journal = async (id: number) =>
    (await get<{ journal: Record<string, unknown>[] }>(`/services/demo/${id}/journal`, 'everything')).response
      ?.journal ?? []

  /** The events that this work leaves in the outbox, as [topic, status]. */
  const eventsOf = async (work: () => Promise<unknown>) => {
    const [last] = await rows<{ id: string }>('select coalesce(max(id), 0) as id from outbox')
    await work()
    const events = await rows<{ payload: { destination: string; message: { content: { statusBooking: number } } } }>(
      `select payload from outbox where kind = 'event' and id > $1 order by id`,
      [last?.id],
    )
    return events.map(({ payload }) => [
      payload.destination.replace('/topic/parada.demo.', ''),
      payload.message.content.statusBooking,
    ])
  }

  /**
   * A fingerprint of the transactions that wrote rows of bookings. It must not change across work that writes nothing.
   */
  const written = async () => {
    const sums = ['booking', 'booking_journal', 'booking_message', 'supplier_order', 'outbox', 'fleet_break'].map(
      (table) => `(select count(*) || ':' || coalesce(sum(xmin::text::bigint), 0) from ${table})`,
    )
    const [found] = await rows<{ sum: string }>(`select concat_ws(' ', ${sums.join(', ')}) as sum`)
    return found?.sum
  }

  /** Gives a demo user another permission, or takes it away. Permissions are read at every API call. */
  const permit = async (kind: UserKind, key: string, value: string | null) => {
    const id = (await get<{ id: number }>('/users/demo/self', kind)).response?.id
    await owner.query('delete from user_permission where tenant_id = 1 and user_id = $1 and key1 = $2', [id, key])
    if (value !== null)
      await owner.query('insert into user_permission (tenant_id, user_id, key1, value) values (1, $1, $2, $3)', [
        id,
        key,
        value,
      ])
  }

  /** Does some work at another time of the year, with nobody signed in yet. */
  const at = async <T>(moment: number, work: () => Promise<T>) => {
    const present = server.clock.now
    const signedIn = [...tokens]
    tokens.clear()
    server.clock.now = new Date(moment)
    return work().finally(() => {
      server.clock.now = present
      tokens.clear()
      for (const [kind, token] of signedIn) tokens.set(kind, token)
    })
  }

  const stop = async () => {
    await owner.end()
    await server.stop()
  }
  return {
    server,
    owner,
    now,
    rows,
    ask,
    act,
    put,
    get,
    draft,
    create,
    book,
    bookingOf,
    become,
    stored,
    save,
    bookEnded,
    orders,
    messages,
    journal,
    eventsOf,
    written,
    permit,
    at,
    stop,
  }
}
export type Desk = Awaited<ReturnType<typeof openDesk>>

import type { CaseProblem } from '@parada/domain/assistance/case'
import type { StoredBreak, StoredPlace } from '@parada/domain/booking/fields'
import { required } from '@parada/domain/objects'
import type { ProblemKey } from '@parada/domain/problem/keys'
import { problemText } from '@parada/domain/problem/texts'
import type pg from 'pg'
import { insertAll } from './copy.ts'
import type { PaymentAccount } from './customers.ts'
import type { Subdomain } from './demo-users.ts'
import { fleetsByTenant } from './fleets.ts'
import { placesServed } from './locations.ts'
import { inventName } from './people.ts'
import { makeRandom, type Random } from './random.ts'
import { demoTenants } from './tenants.ts'

/** Each insurer has an account of its own; that of the second one has account fields. */
const names: Readonly<Record<Subdomain, readonly [name: string, account: number][]>> = {
  demo: [
    ['Seguros Ejemplo', 0],
    ['Salud Ficticia', 1],
  ],
  costa: [
    ['Seguros Supuestos', 2],
    ['Asistencia del Litoral', 1],
  ],
  norte: [
    ['Mutua Ficticia', 1],
    ['Aseguradora del Norte', 4],
  ],
}

export const insurersOf = (tenantId: number, subdomain: Subdomain, accounts: readonly PaymentAccount[]) =>
  names[subdomain].map(([name, account], index) => ({
    tenant_id: tenantId,
    id: index + 1,
    name,
    id_payment_account: required(accounts[account]).id,
    is_simulated: true,
  }))

type Insurer = ReturnType<typeof insurersOf>[number]

const mostRides = 60
const minute = 60_000
const day = 24 * 60 * minute
const kinds = ['Asistencia en viaje', 'Avería', 'Accidente', 'Pinchazo', 'Traslado sanitario', 'Robo']
const reasons = ['El asegurado ha resuelto la avería', 'Duplicado', 'El asegurado prefiere esperar a la grúa']

type Ride = {
  id: number
  status: number
  origin: StoredPlace
  destination: StoredPlace | null
  start: Date
  made: Date
  asap: boolean
  passenger: string
  phone: string
  notes: string
  features: string
  breaks: StoredBreak[]
  account: number | null
}

/** Rides on the insurers' accounts: live ones, and the latest ended ones with the client type of an assistance case. */
const ridesOf = async (client: pg.Client, tenantId: number, insurers: readonly Insurer[]) => {
  const { rows } = await client.query<Ride>(
    `with chosen as (
       (select id from booking where tenant_id = $1 and status in (10, 20, -30) and entry_channel = 20
          and id_payment_account = any($2) order by id limit $3)
       union all
       (select id from booking where tenant_id = $1 and status in (30, -20, -40) and client_type = 'Asistencia'
          and entry_channel = 20 and id_previous is null and registered_as = '' and id_payment_account = any($2)
          order by time_booking_start desc limit $3)),
     marked as (
       update booking b set client_type = 'Asistencia', id_user = null from chosen
       where b.tenant_id = $1 and b.id = chosen.id returning b.*)
     select id::int, status, origin, destination, time_booking_start as start, created_at as made, asap,
       passenger_name as passenger, phone_number_passenger as phone, notes, taxi_features as features,
       booking_breaks as breaks, id_payment_account::int as account
     from marked order by created_at, id`,
    [tenantId, insurers.map((one) => one.id_payment_account), mostRides],
  )
  return rows
}

const cityIn = (address: string) => address.split(',').at(-1)?.trim() ?? ''

const placesOf = (origin: StoredPlace, destination: StoredPlace | null) => ({
  pais: 'España',
  provincia: cityIn(origin.addressField),
  coordenada_x: origin.lon as number | null,
  coordenada_y: origin.lat as number | null,
  localizacion_vehiculo: origin.addressField,
  coordenada_x_dest: destination?.lon ?? null,
  coordenada_y_dest: destination?.lat ?? null,
  direccion_traslado: destination?.addressField ?? '',
})

const nameOf = ({ pick, digits }: Random, year: number) => ({
  cod_expediente: `${pick(['E', 'S', 'H'])}${year}-${digits(6)}`,
  num_servicio: pick(['1', '1', '1', '2']),
  tipo_expediente: pick(kinds),
})

const right = {
  error_message: '',
  problems: [] as CaseProblem[],
  manually_edited: false,
  edited_fields: [] as string[],
  is_cancelled: false,
  cancellation_reason: '',
}

const bookedCase = (insurer: Insurer, ride: Ride, random: Random) => {
  const isMended = random.chance(0.12)
  return {
    tenant_id: insurer.tenant_id,
    id_insurer: insurer.id,
    ...nameOf(random, ride.made.getFullYear()),
    id_service: ride.id as number | null,
    date_requested: ride.made,
    fecha_servicio: ride.start,
    asap: ride.asap,
    ...placesOf(ride.origin, ride.destination),
    conductor: ride.passenger,
    telefono: ride.phone,
    notes: ride.notes,
    breaks: ride.breaks.map(({ id, value }) => ({ id, value })),
    features: ride.features,
    ...right,
    ...(isMended && { manually_edited: true, edited_fields: ['telefono'] }),
    booking_breaks_updated: ride.breaks.length > 0,
    sent_at: ride.made,
    version: 2,
    time_updated: ride.made,
  }
}
type Row = ReturnType<typeof bookedCase>

const wrong = (field: string, problem: ProblemKey, values: CaseProblem['values'] = {}) => {
  const message = problemText(problem, values)
  return { error_message: message, problems: [{ field, problem, values, message }] }
}

const nowhere = { coordenada_x: null, coordenada_y: null } as const
/** Far out at sea, where no fleet is. */
const atSea = { coordenada_x: -9.87, coordenada_y: 36.21 }

/** One of each mistake that insurers make. */
const mistakes: readonly Partial<Row>[] = [
  { ...nowhere, ...wrong('localizacionVehiculo', 'problems.casePickupUnknown') },
  { ...atSea, ...wrong('localizacionVehiculo', 'problems.placeNotServed') },
  { telefono: '', ...wrong('telefono', 'problems.phoneRequired') },
  { features: '999', ...wrong('features', 'problems.featureUnknown', { ids: '999' }) },
  { coordenada_x_dest: null, ...wrong('direccionTraslado', 'problems.caseDestinationUnknown') },
  {
    ...nowhere,
    localizacion_vehiculo: 'A-3, km 14, sentido Valencia',
    ...wrong('localizacionVehiculo', 'problems.casePickupUnknown'),
  },
  { fecha_servicio: new Date(0), ...wrong('fechaServicio', 'problems.caseStartImpossible') },
]

const unbookedCase = (insurer: Insurer, subdomain: Subdomain, made: Date, random: Random): Row => {
  const { pick, digits, between } = random
  const places = placesServed(pick(fleetsByTenant[subdomain])).map(({ address_field, lat, lon }) => ({
    ...{ addressField: address_field, lat, lon },
  }))
  const { firstName, lastName } = inventName(random)
  const start = new Date(made.getTime() + between(60, 300) * minute)
  const ride = { status: 10, origin: pick(places), destination: pick(places), start, made, asap: false }
  const person = { passenger: `${firstName} ${lastName}`, phone: `600000${digits(3)}`, notes: '', features: '' }
  const booked = bookedCase(insurer, { id: 0, ...ride, ...person, breaks: [], account: null }, random)
  return { ...booked, ...right, id_service: null }
}

const withMistake = (row: Row, mistake: Partial<Row>, now: Date): Row => ({
  ...row,
  ...mistake,
  // A real start in the past, instead of the placeholder in the list above.
  ...(mistake.fecha_servicio && { fecha_servicio: new Date(now.getTime() - 5 * 60 * minute) }),
})

const cancelledCase = (row: Row, random: Random): Row => ({
  ...row,
  is_cancelled: true,
  cancellation_reason: random.pick(reasons),
})

/** The insurer sent what the case holds, except that a corrected telephone number came without its last digit. */
const asSent = (row: Row) => ({
  tipoExpediente: row.tipo_expediente,
  ...{ pais: row.pais, provincia: row.provincia, localizacionVehiculo: row.localizacion_vehiculo },
  ...{ coordenadaX: row.coordenada_x, coordenadaY: row.coordenada_y },
  ...{ coordenadaXDest: row.coordenada_x_dest, coordenadaYDest: row.coordenada_y_dest },
  ...{ direccionTraslado: row.direccion_traslado, conductor: row.conductor, notes: row.notes },
  ...{ fechaServicio: row.fecha_servicio.getTime(), asap: row.asap, breaks: row.breaks, features: row.features },
  telefono: row.manually_edited ? row.telefono.slice(0, -1) : row.telefono,
})

const journals = `
  insert into assistance_journal (tenant_id, id_case, version, at, action, who, before, after)
  select c.tenant_id, c.id, step.version, c.date_requested, step.action, i.name, '{}', step.after
  from assistance_case c join insurer i on i.tenant_id = c.tenant_id and i.id = c.id_insurer
  cross join lateral (values
    (1, 'post', true, jsonb_build_object('codExpediente', c.cod_expediente, 'numServicio', c.num_servicio,
      'localizacionVehiculo', c.localizacion_vehiculo, 'conductor', c.conductor)),
    (2, 'book', c.id_service is not null, jsonb_build_object('idService', c.id_service)),
    (2, 'cancel', c.is_cancelled, jsonb_build_object('cancellationReason', c.cancellation_reason)),
    (2, 'fail', c.error_message <> '', jsonb_build_object('problems', c.problems))
  ) as step (version, action, happened, after)
  where step.happened order by c.tenant_id, c.date_requested, c.id, step.version`

/** Makes the insurers the authors of the bookings made from their cases. */
const makers = `
  update booking_journal j set id_insurer = i.id, id_user = null, who = i.name,
    after = (j.after - 'idUser') || case j.action when 'create' then '{"clientType": "Asistencia"}' else '{}' end::jsonb
  from assistance_case c join insurer i on i.tenant_id = c.tenant_id and i.id = c.id_insurer
  where j.tenant_id = c.tenant_id and j.id_booking = c.id_service and j.action in ('create', 'confirm')`

/** Cases in every state: with a live or ended booking, cancelled before they had one, and with mistakes. */
export const seedAssistance = async (client: pg.Client, now: Date) => {
  for (const { id: tenantId, subdomain } of demoTenants) {
    const random = makeRandom(tenantId + 4_000)
    const { rows: insurers } = await client.query<Insurer>(
      'select tenant_id, id::int, name, id_payment_account::int from insurer where tenant_id = $1 order by id',
      [tenantId],
    )
    const rides = await ridesOf(client, tenantId, insurers)
    const booked = rides.flatMap((ride) => {
      const insurer = insurers.find(({ id_payment_account }) => id_payment_account === ride.account)
      return insurer ? [bookedCase(insurer, ride, random)] : []
    })
    const [first] = insurers
    const made = (index: number) => new Date(now.getTime() - index * 37 * minute - random.between(1, 30) * minute)
    const unbooked = (index: number) => unbookedCase(required(first), subdomain, made(index), random)
    const broken = mistakes.map((mistake, index) => withMistake(unbooked(index), mistake, now))
    const vain = [1, 2, 5, 9].map((days) => cancelledCase(unbooked((days * day) / 37 / minute), random))
    const rows = [...booked, ...broken, ...vain].map((row) => ({ ...row, sent: asSent(row) }))
    await insertAll(client, 'assistance_case', rows)
  }
  await client.query(journals)
  // Without statistics, the next statement would read a whole year of journal again for every case.
  await client.query('analyze booking_journal, assistance_case, insurer')
  await client.query(makers)
}

import {
  type BookingChange,
  changeBooking,
  insertBooking,
  lockBooking,
  type Work,
} from '@parada/db/queries/booking-changes'
import { sheets, type VehicleChange, vehicles } from '@parada/db/queries/vehicles'
import { required } from '@parada/domain/objects'
import type { Step } from '@parada/domain/route-sheet/records'
import pg from 'pg'
import { testServer } from '../testing/server.ts'
import { registerCaller, sheetFollower } from './send.ts'
import { recordedRegister } from './testing-register.ts'

const tenant = { id: 1, subdomain: 'demo' }

type Row = {
  id: number
  kind: string
  payload: { idBooking: number; idSheet: number; step: Step; isAgain?: boolean }
  attempts: number
}

/** Test bookings, vehicles with route sheets, and a register that gets one message after another. */
export const openRides = async () => {
  const server = await testServer()
  const owner = new pg.Client({ connectionString: server.database.ownerUrl })
  await owner.connect()
  const register = recordedRegister()
  const clock = () => server.clock.now
  const senders = {
    routeSheets: sheetFollower(server.database, clock),
    register: registerCaller(server.database, () => register.register, clock),
  }

  const inDemo = <T>(run: (work: Work) => Promise<T>) =>
    server.database.inTenant(tenant.id, (tx) => run({ tx, tenant, by: { who: 'Test' }, now: clock() }))

  let plates = 2_000
  const addVehicle = (change: VehicleChange = {}) => {
    const plate = `${plates++}BCD`
    const made: VehicleChange = {
      numberPlateToSync: plate,
      numberPlateToMatch: plate,
      routeSheet_export: true,
      routeSheet_niftitular: '12345678Z',
      routeSheet_nifarrendadorDefault: 'B00000000',
      routeSheet_nifarrendatarioDefault: 'B00000000',
      routeSheet_nombarrendatarioDefault: 'Flotas Ejemplo',
      routeSheet_cgprovcontratoDefault: '28',
      routeSheet_cgmunicontratoDefault: '079',
      ...change,
    }
    return inDemo((work) => vehicles.insert(work, 'create', made))
  }

  /** A ride that the fleet gave to the taxi with this plate. */
  const addRide = (plate: string, change: BookingChange = {}) =>
    inDemo((work) =>
      insertBooking(work, 'create', {
        status: 20,
        statusDispatch: 2000,
        idFleet: 29,
        origin: { addressField: 'Calle de Alcalá 1, Madrid', lat: 40.4181, lon: -3.7002 },
        destination: { addressField: 'Calle Mayor 2, Getafe', lat: 40.3083, lon: -3.7327 },
        timeZone: 'Europe/Madrid',
        asap: false,
        timeBookingStart: clock().getTime() + 600_000,
        supplierTaxiDescription: `Dacia blanco ${plate}`,
        ...change,
      }),
    )
  const changeRide = (id: number, change: BookingChange, hold?: Work['hold']) =>
    inDemo(async (given) => {
      const work = { ...given, hold }
      return changeBooking(work, 'test', required(await lockBooking(work.tx, tenant.id, id)), change)
    })

  const waiting = async (): Promise<Row[]> =>
    (
      await owner.query(
        `select id::int, kind, payload, attempts from outbox
         where kind in ('routeSheets', 'register') and done_at is null and due_at <= now() order by id`,
      )
    ).rows

  /** Tries once to send everything that waits; whatever fails waits for the next try. */
  const tryOnce = async () => {
    const rows = await waiting()
    for (const { id, kind, payload, attempts } of rows) {
      const due = { tenantId: tenant.id, attempts: attempts + 1 }
      await owner.query('update outbox set attempts = attempts + 1 where id = $1', [id])
      const sent = kind === 'register' ? senders.register(id, payload, due) : senders.routeSheets(id, payload, due)
      const isDone = await sent.then(
        () => true,
        () => false,
      )
      if (isDone) await owner.query('update outbox set done_at = now() where id = $1', [id])
    }
    return rows.length
  }
  const settle = async (most = 20) => {
    for (let round = 0; round < most; round++) if ((await tryOnce()) === 0) return
    throw new Error(`Something still waits after ${most} rounds`)
  }

  const sheetsOf = async (idBooking: number) => {
    const { rows } = await owner.query('select id::int from route_sheet where id_booking = $1 order by id', [idBooking])
    return Promise.all(
      rows.map(({ id }) => inDemo(async ({ tx }) => required(await sheets.read(tx, tenant.id, Number(id))))),
    )
  }

  return {
    ...{ server, owner, register, senders, inDemo, addVehicle, addRide, changeRide },
    ...{ waiting, tryOnce, settle, sheetsOf },
    stop: async () => {
      await owner.end()
      await server.stop()
    },
  }
}

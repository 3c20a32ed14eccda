import { randomUUID } from 'node:crypto'
import { tripReports } from '@parada/contract/calls/trip-reports'
import { insurerOf } from '@parada/db/queries/assistance'
import { dispatchFleet } from '@parada/db/queries/supplier-links'
import { tripSupplier } from '@parada/db/queries/trips'
import { required } from '@parada/domain/objects'
import type { Mode } from '@parada/domain/trip/modes'
import { makeClock } from '../apps/simulator/src/clock.ts'
import { lineOf } from '../apps/simulator/src/reports.ts'
import { signedLine } from '../apps/simulator/src/signed-line.ts'
import { makeTally } from '../apps/simulator/src/tally.ts'
import { openTripOffice, type Traveller } from '../apps/simulator/src/trip-office.ts'
import { withDatabase } from './installation.ts'

const secretOf = (id: number, table: 'trip_supplier' | 'insurer' = 'trip_supplier') =>
  withDatabase(({ inTenant }) =>
    inTenant(1, async (tx) => {
      const found = await (table === 'insurer' ? insurerOf : tripSupplier)(tx, 1, id)
      return required(found?.secret).reveal()
    }),
  )

const api = `http://localhost:${process.env.E2E_PORT}/api`

/** The simulator as one supplier of the demo, sixty times as fast as in real life, with a single traveller. */
export const openPlayedOffice = async (id: number, mode: Mode, traveller: Traveller) => {
  const played = { subdomain: 'demo', id, mode, name: 'Simulator', secret: await secretOf(id) }
  const spots = [
    { addressField: 'Puerta del Sol, Madrid', lat: 40.4169, lon: -3.7035 },
    { addressField: 'Atocha, Madrid', lat: 40.4066, lon: -3.6895 },
  ]
  const world = { clock: makeClock(60), seed: 1, tally: makeTally(() => {}) }
  return openTripOffice({ api, played, ...world, people: [traveller], spots })
}

/** Sends reports and reads requests as a supplier of the demo, under its own signature. */
export const openSupplier = async (id: number, mode: Mode) => {
  const line = signedLine(api, 'demo', { kind: 'supplier', id, secret: await secretOf(id) })
  return {
    report: async (told: object) => {
      const answer = await line.tell(`${mode}/reports`, { id: randomUUID(), at: Date.now(), ...told })
      return answer as { id: number }
    },
    requests: async () => (await line.ask(tripReports.requests)).requests,
  }
}

/** Posts and cancels cases as an insurer of the demo, under its own signature. */
export const openInsurer = async (id: number) => {
  const line = signedLine(api, 'demo', { kind: 'insurer', id, secret: await secretOf(id, 'insurer') })
  const tell = async (name: string, told: object) => {
    const answer = await line.tell(name, { at: Date.now(), ...told })
    return answer as { id: number; idService: number | null; errorMessage: string }
  }
  return { post: (told: object) => tell('cases', told), cancel: (told: object) => tell('cases/cancel', told) }
}

/** Sends reports about a booking's order as its fleet. */
export const openFleetOf = async (idBooking: number) => {
  const order = await withDatabase(({ inTenant }) =>
    inTenant(1, async (tx) => {
      const { id, idFleet } = await tx
        .selectFrom('supplier_order')
        .select(['id', 'id_fleet as idFleet'])
        .where('id_booking', '=', idBooking)
        .executeTakeFirstOrThrow()
      return { id, idFleet, secret: required((await dispatchFleet(tx, 1, idFleet))?.link).secret.reveal() }
    }),
  )
  const { report } = lineOf(api, { subdomain: 'demo', idFleet: order.idFleet, secret: order.secret })
  return { report: (told: Parameters<typeof report>[1]) => report(order.id, told) }
}

import { randomUUID } from 'node:crypto'
import { tripReports } from '@parada/contract/calls/trip-reports'
import { required } from '@parada/domain/objects'
import type { Mode } from '@parada/domain/trip/modes'
import { signedLine } from '../apps/simulator/src/signed-line.ts'
import { withDatabase } from './installation.ts'

const secretOf = (id: number) =>
  withDatabase(({ inTenant }) =>
    inTenant(1, async (tx) => {
      const found = await tx.selectFrom('trip_supplier').select('secret').where('id', '=', id).executeTakeFirst()
      return required(found?.secret)
    }),
  )

/** What a supplier of the demo tells of its trips and asks, under its own signature. */
export const openSupplier = async (id: number, mode: Mode) => {
  const api = `http://localhost:${process.env.E2E_PORT}/api`
  const line = signedLine(api, 'demo', { kind: 'supplier', id, secret: await secretOf(id) })
  return {
    report: async (told: object) => {
      const answer = await line.tell(`${mode}/reports`, { id: randomUUID(), at: Date.now(), ...told })
      return answer as { id: number }
    },
    requests: async () => (await line.ask(tripReports.requests)).requests,
  }
}

import { randomUUID } from 'node:crypto'
import type { Mode } from '@parada/domain/trip/modes'
import { sha256, sign } from '../suppliers/signature.ts'
import type { TestServer } from '../testing/server.ts'

type Report = Record<string, unknown> & { type: string }
type SentAs = { sd?: string; key?: string; at?: Date; mode?: Mode }

/** Requests of a trip supplier, correctly signed unless told otherwise. */
export const supplierLine = (server: TestServer, { id: idSupplier, mode: own }: { id: number; mode: Mode }) => {
  const secretOf = async () => {
    const { secret } = await server.database.inTenant(1, (tx) =>
      tx.selectFrom('trip_supplier').select('secret').where('id', '=', idSupplier).executeTakeFirstOrThrow(),
    )
    return secret ?? ''
  }
  const send = async <Response>(method: 'GET' | 'POST' | 'PUT', name: string, content: unknown, as: SentAs = {}) => {
    const { sd = 'demo', key = await secretOf(), at = server.clock.now } = as
    const path = `/suppliers/${sd}/${name}`
    const body = content === undefined ? '' : JSON.stringify(content)
    const sender = { subdomain: sd, idSupplier, secret: key }
    const headers = {
      ...sign(sender, { method, path, bodySha256: sha256(body) }, at),
      ...(body && { 'content-type': 'application/json' }),
    }
    return server.ask<Response>(`/api${path}`, { method, headers, ...(body && { body }) })
  }
  return {
    send,
    report: (report: Report, as: SentAs = {}) =>
      send<{ id: number; status: number; repeated: boolean }>(
        'POST',
        `${as.mode ?? own}/reports`,
        { id: randomUUID(), at: server.clock.now.getTime(), ...report },
        as,
      ),
  }
}

import { createHmac, randomUUID } from 'node:crypto'
import type { MobilityChange, MobilityDetail } from '@parada/contract/calls/mobility'
import { signatureHeaders, signedText } from '@parada/contract/calls/suppliers'
import { sha256 } from '../../suppliers/signature.ts'
import { type TestServer, testServer } from '../../testing/server.ts'

export type Row = Record<string, unknown> & { id: number; idPaymentAccount: number | null; idWhiteLabel: number }
type RequestOptions = { method?: 'PUT' | 'POST'; body?: object; token?: string; headers?: Record<string, string> }

const keys = {
  bookings: 'bookings',
  mobilityToInvoice: 'mobilityToInvoices',
  mobilityAfterLife: 'mobilityAfterLifeList',
}
const secret = 'a secret of the tests, long enough'
const supplier = 22

/**
 * A test server for shared vehicles, with requests sent by a user who may do everything unless another token is given.
 */
export const testMobility = async () => {
  const server: TestServer = await testServer()
  const everything = await server.signInAs('everything')
  await server.database.inTenant(1, (tx) =>
    tx.updateTable('trip_supplier').set({ secret }).where('id', '=', supplier).execute(),
  )

  const ask = <Response>(path: string, { token = everything, ...asked }: RequestOptions = {}) =>
    server.ask<Response>(`/api/mobility/${path}`, { token, ...asked })

  const list = async (name: keyof typeof keys, query = '', token = everything) => {
    const path = name === 'bookings' ? 'bookings/demo' : `${name}/demo/`
    const { status, meta, response } = await ask<Record<string, Row[]>>(`${path}?${query}`, { token })
    return { status, meta, rows: response?.[keys[name]] ?? [] }
  }

  const toInvoice = async (id: number, token = everything) => {
    type Answer = { mobilityToInvoiceDetailMessage: MobilityDetail; journal: MobilityChange[] }
    const { status, response } = await ask<Answer>(`mobilityToInvoice/demo/${id}`, { token })
    return { status, ride: response?.mobilityToInvoiceDetailMessage, journal: response?.journal ?? [] }
  }

  const save = (id: number, body: object, { token = everything, headers = {} }: RequestOptions = {}) =>
    ask<{ mobilityToInvoiceDetailMessage: MobilityDetail }>(`mobilityToInvoice/demo/${id}`, {
      method: 'PUT',
      body,
      token,
      headers,
    })

  /** Sends a report as the supplier, with its signature. */
  const report = (type: string, reference: string, more: object = {}) => {
    const path = '/suppliers/demo/mobility/reports'
    const now = server.clock.now.getTime()
    const text = JSON.stringify({ type, id: randomUUID(), reference, at: now, ...more })
    const timestamp = Math.floor(now / 1_000)
    const signature = createHmac('sha256', secret)
      .update(signedText({ method: 'POST', path, bodySha256: sha256(text), timestamp }))
      .digest('hex')
    const headers = {
      'content-type': 'application/json',
      [signatureHeaders.supplier]: String(supplier),
      [signatureHeaders.timestamp]: String(timestamp),
      [signatureHeaders.signature]: signature,
    }
    return server.ask<{ id: number; status: number }>(`/api${path}`, { method: 'POST', body: text, headers })
  }

  return { server, everything, ask, list, toInvoice, save, report, stop: server.stop }
}
export type TestMobility = Awaited<ReturnType<typeof testMobility>>

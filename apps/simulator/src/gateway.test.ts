import { reservePort } from '@parada/db/testing/port'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gateway } from '../../server/src/suppliers/gateway.ts'
import { openGateway } from './gateway.ts'
import type { DispatchOffice } from './office.ts'
import { order } from './testing-ride.ts'

const link = { subdomain: 'demo', idFleet: 29, secret: 'only-these-two-know' }
const heard: unknown[][] = []
const hears =
  (what: string) =>
  (...said: unknown[]) =>
    void heard.push([what, ...said])
const office = {
  order: hears('order'),
  amend: hears('amend'),
  withdraw: hears('withdraw'),
  availability: () => ({ cars: 3, etaMinutes: 4 }),
} as unknown as DispatchOffice

let url: string
let close: () => Promise<unknown>
beforeAll(async () => {
  url = `http://127.0.0.1:${await reservePort()}`
  close = (await openGateway(url, [{ link, office }])).close
})
afterAll(() => close())

/** The server's own side of the supplier contract. */
const house = (changed: Partial<typeof link> = {}, now = () => new Date()) => {
  const { secret, ...others } = { ...link, ...changed }
  return gateway({ url, ...others, secret: { reveal: () => secret }, now })
}

describe('the gateway of the simulated fleets', () => {
  it('accepts orders, changes, notes, withdrawals and availability requests', async () => {
    const { id } = order
    await house().order(order)
    await house().amend({ ...order, version: 3 })
    await house().note(id, { id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301', text: 'At the back door', at: 1 })
    await house().withdraw({ idOrder: id, idBooking: 4711, reason: 'Cancelled' })
    expect(heard).toEqual([
      ['order', order],
      ['amend', { ...order, version: 3 }],
      ['withdraw', id],
    ])
    expect(await house().availability({ lat: 40.4, lon: -3.7 })).toEqual({ cars: 3, etaMinutes: 4 })
  })

  it('refuses a message signed with another secret', () =>
    expect(house({ secret: 'another' }).order(order)).rejects.toThrow('401'))

  it('refuses a message without a signature, or for an unknown fleet', async () => {
    const { status } = await fetch(`${url}/orders`, { method: 'POST', body: JSON.stringify(order) })
    expect(status).toBe(401)
    await expect(house({ idFleet: 30 }).order(order)).rejects.toThrow('401')
  })

  it('refuses a message that is more than five minutes old', async () => {
    const late = house({}, () => new Date(Date.now() - 301_000))
    await expect(late.order(order)).rejects.toThrow('401')
  })

  it('refuses an invalid order', () =>
    expect(house().order({ ...order, origin: undefined } as never)).rejects.toThrow('400'))
})

import type { OrderMessage } from '@parada/contract/calls/suppliers'
import { describe, expect, it, vi } from 'vitest'
import { openOffice } from './office.ts'
import type { RideReport } from './reports.ts'
import { Gone } from './signed-line.ts'
import { makeTally } from './tally.ts'
import { makeTaxis } from './taxis.ts'
import { fleet, jumpingClock, order } from './testing-ride.ts'

type Open = {
  state: 'sent' | 'accepted'
  statusDispatch: number | null
  idSupplierTaxi: number | null
  order: OrderMessage
}

const open = (openOrders: Open[] = [], onTell: (told: RideReport) => void = () => {}) => {
  const clock = jumpingClock()
  const heard: string[] = []
  const said: string[] = []
  const report = async (idOrder: string, told: RideReport) => {
    if (told.type !== 'position') heard.push(`${idOrder.slice(0, 8)} ${told.type}`)
    onTell(told)
  }
  const office = openOffice({
    link: { subdomain: 'demo', idFleet: 29, secret: 'x' },
    line: { report, openOrders: async () => openOrders },
    taxis: makeTaxis(fleet, 5, { seed: 1, subdomain: 'demo', clock }),
    clock,
    seed: 1,
    faults: 0,
    tally: makeTally((line) => said.push(line)),
  })
  const ended = () => vi.waitFor(() => expect(office.rides()).toBe(0))
  return { office, heard, said, ended }
}

const whole = ['accepted', 'arrived', 'onBoard', 'finished'].map((type) => `0f8fad5b ${type}`)

describe('the dispatch office', () => {
  it('drives an order once, however often it is sent', async () => {
    const { office, heard, ended } = open()
    office.order(order)
    office.order(order)
    await ended()
    office.order(order)
    await ended()
    expect(heard.filter((line) => !line.endsWith('price'))).toEqual(whole)
  })

  it('does not drive an order that was withdrawn before it arrived', async () => {
    const { office, heard, ended } = open()
    office.withdraw(order.id)
    office.order(order)
    await ended()
    expect(heard).toEqual([])
  })

  it('stops a ride when its order is withdrawn, and frees the taxi', async () => {
    const { office, heard, said, ended } = open([], ({ type }) => {
      if (type === 'arrived') office.withdraw(order.id)
    })
    office.order(order)
    await ended()
    expect(heard).toEqual(whole.slice(0, 2))
    expect(office.busy()).toBe(0)
    expect(said).toEqual([])
  })

  it('drops an order that Parada no longer knows, without a warning', async () => {
    const { office, heard, said, ended } = open([], ({ type }) => {
      if (type === 'onBoard') throw new Gone('no longer with this fleet')
    })
    office.order(order)
    await ended()
    expect(heard).toEqual(whole.slice(0, 3))
    expect([office.busy(), said]).toEqual([0, []])
  })

  it('follows a newer version of an order, and ignores an older one', async () => {
    const told: RideReport[] = []
    const moved = { ...order, destination: { addressField: 'Otra', lat: 40.45, lon: -3.69 } }
    const { office, ended } = open([], (one) => {
      told.push(one)
      if (one.type !== 'arrived') return
      office.amend({ ...moved, version: order.version + 1 })
      office.amend({ ...order, version: order.version - 1 })
    })
    office.order(order)
    await ended()
    const finished = told.find((one) => one.type === 'finished')
    expect(finished?.path?.at(-1)?.slice(0, 2)).toEqual([40.45, -3.69])
  })

  it.each<[string, Open['state'], number | null, string[]]>([
    ['answers what it was asked', 'sent', 949, whole],
    ['drives what it had promised', 'accepted', 1300, whole],
    ['sends the taxi that it had named', 'accepted', 2000, whole],
    ['drives on with the passenger', 'accepted', 2500, whole.slice(3)],
    ['tells a price that is owed', 'accepted', 2800, ['0f8fad5b price']],
  ])('after a restart %s', async (_, state, statusDispatch, lines) => {
    const { office, heard, ended } = open([{ state, statusDispatch, idSupplierTaxi: null, order }])
    expect(await office.resume()).toBe(1)
    await ended()
    expect(heard.filter((line) => lines.length === 1 || !line.endsWith('price'))).toEqual(lines)
  })
})

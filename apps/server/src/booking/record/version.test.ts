import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Desk, minutes, openDesk } from '../../testing/desk.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.stop())

describe('two operators on one booking', () => {
  type Conflict = { conflict: { version: number; changes: { field: string }[] } }

  it('cannot overwrite each other: the second gets the old and new value, author and time of each change', async () => {
    const { id, version } = await desk.book({ notes: 'Ring twice' })
    const path = `/services/demo/${id}`
    expect((await desk.put(path, { booking: { version, notes: 'Ring once' } }, 'dispatcher')).status).toBe(200)
    const later = desk.now()
    desk.server.clock.now = new Date(later + minutes(1))
    expect(
      (await desk.put(path, { booking: { version: version + 1, flightNumber: 'XX123' } }, 'everything')).status,
    ).toBe(200)
    const before = await desk.written()
    const { meta } = await desk.put(path, { booking: { version, notes: 'Do not ring' } })
    expect(meta).toMatchObject({ code: 409, errorMessage: expect.any(String) })
    expect(meta.conflict).toEqual({
      version: version + 2,
      changes: [
        { field: 'notes', before: 'Ring twice', after: 'Ring once', who: 'Bruno Salas', at: later },
        { field: 'flightNumber', before: '', after: 'XX123', who: 'Félix Marín', at: desk.now() },
      ],
    })
    expect(await desk.written()).toBe(before)
  })

  it('cannot overwrite each other at the very same moment either', async () => {
    const { id, version } = await desk.book()
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd'].map((notes) => desk.put(`/services/demo/${id}`, { booking: { version, notes } })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
    expect(await desk.stored(id)).toMatchObject({ version: version + 1 })
  })

  it.each([
    ['dispatchInfo', (id: number) => desk.put(`/services/demo/${id}/dispatchInfo`, { version: 1, asap: true })],
    [
      'cancel',
      (id: number) => desk.put(`/services/demo/${id}/cancel`, { version: 1, cancellationReasonCode: 'duplicated' }),
    ],
    ['finish', (id: number) => desk.put(`/bookings/demo/${id}/finish`, { booking: { version: 1 } })],
    [
      'bookingBreaks',
      (id: number) => desk.put(`/bookings/demo/${id}/bookingBreaks`, { version: 1, bookingBreaks: [] }),
    ],
    ['dispatch', (id: number) => desk.act('dispatch', { id, version: 1 })],
    ['redispatch', (id: number) => desk.act('redispatch', { id, version: 1 })],
    ['confirm', (id: number) => desk.act('confirm', { id, version: 1, idSupplierTaxi: 7 })],
  ])('get the conflict from %s as well', async (_, ask) => {
    const { id } = await desk.book({ timeBookingStart: desk.now(), asap: true })
    const before = await desk.written()
    const { meta } = await ask(id)
    expect(meta.code).toBe(409)
    expect((meta as unknown as Conflict).conflict.changes.map(({ field }) => field)).toContain('status')
    expect(await desk.written()).toBe(before)
  })

  it('do not see the customer’s price in the conflict', async () => {
    const id = await desk.bookEnded()
    const { version } = await desk.stored(id)
    await desk.save(id, { status: 30, priceCustomerTotal: 31, priceSupplierTotal: 30 }, 'everything')
    const { meta } = await desk.put(`/services/demo/${id}`, { booking: { version, notes: 'a' } })
    expect(meta.conflict?.changes.map(({ field }) => field)).toEqual(['priceSupplierTotal'])
  })
})

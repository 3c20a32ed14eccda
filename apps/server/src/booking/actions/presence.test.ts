import { randomUUID } from 'node:crypto'
import type { UserKind } from '@parada/db/seed/demo-users'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Desk, fleets, openDesk } from '../../testing/desk.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.stop())

type People = { people: { idUser: number; name: string; isEditing: boolean; since: number }[] }
type Body = { tab: string; isEditing?: boolean; isLeaving?: boolean }

const be = (id: number, body: object, as: UserKind = 'operator') =>
  desk.ask<People>('POST', `/services/demo/${id}/presence`, body, as)
const names = async (id: number, body: Body, as?: UserKind) =>
  (await be(id, body, as)).response?.people.map(({ name, isEditing }) => [name, isEditing])

/** The events that `work` sends to the desks, as topic and message. */
const toldOf = async (work: () => Promise<unknown>) => {
  const [last] = await desk.rows<{ id: string }>('select coalesce(max(id), 0) as id from outbox')
  await work()
  const rows = await desk.rows<{ payload: { destination: string; message: object } }>(
    `select payload from outbox where kind = 'event' and id > $1 order by id`,
    [last?.id],
  )
  return rows.map(({ payload }) => [payload.destination.split('demo.')[1], payload.message])
}

describe('presence on a booking', () => {
  it('shows every other person once, and whether they are editing', async () => {
    const { id } = await desk.book()
    const [ana, anaToo, bruno] = [randomUUID(), randomUUID(), randomUUID()]
    expect(await names(id, { tab: ana })).toEqual([])
    const seenByBruno = await be(id, { tab: bruno }, 'dispatcher')
    expect(seenByBruno.response?.people).toEqual([
      { idUser: expect.any(Number), name: expect.any(String), isEditing: false, since: expect.any(Number) },
    ])
    const [operator] = seenByBruno.response?.people ?? []
    expect(Math.abs((operator?.since ?? 0) - Date.now())).toBeLessThan(60_000)
    // A second, editing tab of Ana's is still the same person; she sees her own other tab as well.
    expect(await names(id, { tab: anaToo, isEditing: true })).toHaveLength(2)
    expect(await names(id, { tab: bruno }, 'dispatcher')).toEqual([[operator?.name, true]])
    expect(await names(id, { tab: anaToo })).toHaveLength(2)
    expect(await names(id, { tab: bruno }, 'dispatcher')).toEqual([[operator?.name, false]])
    await be(id, { tab: ana, isLeaving: true })
    await be(id, { tab: anaToo, isLeaving: true })
    expect(await names(id, { tab: bruno }, 'dispatcher')).toEqual([])
  })

  it('expires 25 seconds after the last heartbeat, and expired entries are deleted', async () => {
    const { id } = await desk.book()
    const [lost, kept] = [randomUUID(), randomUUID()]
    const age = (seconds: number) =>
      desk.owner.query('update booking_presence set seen_at = now() - $2 * interval $$1 second$$ where tab = $1', [
        lost,
        seconds,
      ])
    await be(id, { tab: lost })
    await age(20)
    expect(await names(id, { tab: kept }, 'dispatcher')).toHaveLength(1)
    await age(26)
    expect(await names(id, { tab: kept }, 'dispatcher')).toEqual([])
    const other = await desk.book()
    await be(other.id, { tab: randomUUID() }, 'everything')
    expect(await desk.rows('select 1 from booking_presence where tab = $1', [lost])).toEqual([])
  })

  it('notifies the desks when somebody comes, leaves, or starts or stops editing, and at no other heartbeat', async () => {
    const { id } = await desk.book()
    const tab = randomUUID()
    const event = [`fleet.${fleets.madrid}`, { presence: { idBooking: id } }]
    for (const [change, events] of [
      [{}, [event]],
      [{}, []],
      [{ isEditing: true }, [event]],
      [{ isEditing: true }, []],
      [{}, [event]],
      [{ isLeaving: true }, [event]],
      [{ isLeaving: true }, []],
    ] as const)
      expect([change, await toldOf(() => be(id, { tab, ...change }))]).toEqual([change, events])
  })

  it('requires the right to see the booking, and nothing more', async () => {
    const tab = randomUUID()
    const foreign = await desk.book({ idFleet: fleets.others })
    const seen = await desk.book({ idFleet: fleets.manual })
    const [theirs] = await desk.rows<{ id: string }>(
      'select min(id) as id from booking where tenant_id = 2 and status = 10',
    )
    expect((await be(foreign.id, { tab }, 'dispatcher')).status).toBe(404)
    expect((await be(Number(theirs?.id), { tab }, 'everything')).status).toBe(404)
    expect((await be(seen.id, { tab }, 'dispatcher')).status).toBe(200)
    expect((await be(seen.id, { tab }, 'business')).status).toBe(404)
  })

  it.each([{}, { tab: 'mine' }, { tab: randomUUID(), isEditing: 'yes' }, { tab: randomUUID(), who: 7 }])(
    'refuses the heartbeat %j',
    async (body) => {
      const { id } = await desk.book()
      expect((await be(id, body)).status).toBe(400)
    },
  )

  it('cannot be ended by another user with the same tab id', async () => {
    const { id } = await desk.book()
    const tab = randomUUID()
    await be(id, { tab })
    await be(id, { tab, isLeaving: true }, 'dispatcher')
    expect(await names(id, { tab }, 'dispatcher')).toHaveLength(1)
  })
})

import type { Rating } from '@parada/contract/calls/ratings'
import { improvements } from '@parada/domain/booking/ratings'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type TestServer, testServer } from '../../testing/server.ts'

let server: TestServer
let token: string
let idBooking: number
beforeAll(async () => {
  server = await testServer()
  token = await server.signInAs('everything')
})
afterAll(() => server.stop())

/** A booking without a rating, in the given status. */
const bookingIn = (status: number) =>
  server.database.inTenant(1, async (tx) => {
    const { id } = await tx
      .selectFrom('booking')
      .select('id')
      .where('status', '=', 20)
      .orderBy('id')
      .executeTakeFirstOrThrow()
    await tx.updateTable('booking').set({ status }).where('id', '=', id).execute()
    return id
  })
beforeEach(async () => {
  idBooking = await bookingIn(30)
})

const read = (id = idBooking, as = token) =>
  server.ask<{ rating: Rating | null }>(`/api/rating/demo/booking/${id}`, { token: as })
const opened = async () => (await read()).response?.rating as Rating
const save = (id: number, body: unknown, as = token) =>
  server.ask<{ rating: Rating }>(`/api/rating/demo/${id}/sendRating`, { method: 'PUT', token: as, body })

it('returns the rating of a finished booking, empty at first and the same one every time (B-188, L-246)', async () => {
  const first = await read()
  expect([first.status, first.meta.code]).toEqual([200, 200])
  expect(first.response?.rating).toMatchObject({ id: expect.any(Number), idBooking, score: null, toImprove: [] })
  expect((await read()).response).toEqual(first.response)
})

it('returns no rating for a live ride', async () => {
  const alive = await bookingIn(10)
  expect((await read(alive)).response).toEqual({ rating: null })
})

it('saves score and improvements under the rating’s id and returns the rating (B-187, L-247)', async () => {
  const { id } = await opened()
  const saved = await save(id, { id, score: 4, toImprove: ['carStatus', 'price', 'carStatus'] })
  expect([saved.status, saved.meta.code]).toEqual([200, 200])
  expect(saved.response?.rating).toMatchObject({ id, idBooking, score: 4, toImprove: ['carStatus', 'price'] })
  expect((await read()).response).toEqual(saved.response)
})

it('accepts each of the eight categories', async () => {
  const { id } = await opened()
  const { response } = await save(id, { score: 1, toImprove: improvements })
  expect(response?.rating.toImprove).toEqual(improvements)
  expect(improvements.length).toBe(8)
})

it('notifies the desks of the booking’s fleet', async () => {
  const { id } = await opened()
  await server.database.inTenant(1, (tx) => tx.deleteFrom('outbox').execute())
  await save(id, { score: 5, toImprove: [] })
  const told = await server.database.inTenant(1, (tx) => tx.selectFrom('outbox').select('payload').execute())
  expect(told).toMatchObject([{ payload: { message: { content: { idBooking, statusBooking: 30 } } } }])
})

it('requires editRatings to change a score', async () => {
  const { id } = await opened()
  const without = await server.signInWith({ editServiceByFleet: 'all' })
  expect((await save(id, { score: 3 }, without)).status).toBe(403)
  expect((await save(id, { score: null, toImprove: ['timeStart'] }, without)).response?.rating).toMatchObject({
    score: null,
    toImprove: ['timeStart'],
  })
  const granted = await server.signInWith({ editServiceByFleet: 'all', editRatings: 'true' })
  expect((await save(id, { score: 3 }, granted)).response?.rating.score).toBe(3)
})

it.each([
  ['no score of the scale', { score: 6 }, 'score'],
  ['half a point', { score: 2.5 }, 'score'],
  ['an unknown category', { score: 3, toImprove: ['music'] }, 'toImprove.0'],
  ['another rating’s id', { id: 1, score: 3 }, 'id'],
  ['an unknown field', { score: 3, stars: 3 }, 'stars'],
])('rejects %s, naming the field', async (_, body, field) => {
  const { id } = await opened()
  const { status, meta } = await save(id, body)
  expect([status, meta.field]).toEqual([400, field])
})

it('returns 404 for an unknown rating or one of a fleet that the user does not work for', async () => {
  const { id } = await opened()
  expect((await save(99_999_999, { score: 3 })).status).toBe(404)
  const stranger = await server.signInWith({ editServiceByFleet: '999999', editRatings: 'true' })
  expect((await read(idBooking, stranger)).status).toBe(404)
  expect((await save(id, { score: 3 }, stranger)).status).toBe(404)
})

import { services } from '@parada/contract/calls/services'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { recordKey } from '../kit/record-key.ts'
import { createAliveBookings } from './alive-bookings.ts'
import { askOf, sessionOf } from './testing.ts'

const booking = (version: number) => ({ id: 2, version, status: 20 })
const settled = () => new Promise<void>((resolve) => setTimeout(resolve))
const key = recordKey(services.get, 2)

let close: () => void = () => {}
afterEach(() => close())

/** Sets up a booking with its timeline. Tests change `server.version` or the two mocks to control the responses. */
const show = async () => {
  const server = { version: 1 }
  const session = sessionOf({ bookingsAlive: [booking(1)] })
  const ask = askOf({
    '/services/:sd/:id': () => ({ booking: booking(server.version) }),
    '/services/:sd/alive/fleet': () => ({ services: [booking(server.version)] }),
  })
  const queries = new QueryClient()
  const record = vi.fn(async () => ({ booking: booking(server.version) }))
  const timeline = vi.fn(async () => server.version)
  const open = () => {
    const opened = [
      new QueryObserver(queries, { queryKey: key, queryFn: record }),
      new QueryObserver<unknown>(queries, { queryKey: [...key, 'journal'], queryFn: timeline }),
    ].map((observer) => observer.subscribe(() => {}))
    close = () => {
      for (const forget of opened) forget()
      queries.clear()
    }
  }
  const bookings = createAliveBookings({ session, ask, queries, random: () => 0 })
  const shown = () => [
    queries.getQueryData<{ booking: object }>(key)?.booking,
    queries.getQueryData<number>([...key, 'journal']),
  ]
  return { server, bookings, record, timeline, open, shown }
}

it('the first catch-up refreshes a booking that was opened before live events connected', async () => {
  const { server, bookings, open, shown } = await show()
  open()
  await settled()
  expect(shown()).toEqual([booking(1), 1])
  server.version = 2
  await bookings.catchUp({ isFirst: true })
  await settled()
  expect(shown()).toEqual([booking(2), 2])
})

it.each([
  ['a change', ({ bookings }) => bookings.changed({ idBooking: 2, statusBooking: 20, idFleet: 29 })],
  ['the first catch-up', ({ bookings }) => bookings.catchUp({ isFirst: true })],
  ['a catch-up after a gap', ({ bookings }) => bookings.catchUp({ isFirst: false })],
] satisfies [string, (on: Awaited<ReturnType<typeof show>>) => unknown][])(
  '%s is not undone by a first response still in flight',
  async (_, happen) => {
    const opened = await show()
    const { server, record, timeline, open, shown } = opened
    const [first, ofTimeline] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    record.mockImplementationOnce(() => first.promise.then(() => ({ booking: booking(1) })))
    timeline.mockImplementationOnce(() => ofTimeline.promise.then(() => 1))
    open()
    server.version = 2
    happen(opened)
    await settled()
    first.resolve()
    ofTimeline.resolve()
    await settled()
    await settled()
    expect(shown()).toEqual([booking(2), 2])
  },
)

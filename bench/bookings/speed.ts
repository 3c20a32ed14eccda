import { aliveStatement } from '@parada/db/queries/bookings'
import { interleaved, timed } from '../kit/measure.ts'
import { type Figure, ms, ratio } from '../kit/report.ts'
import { book } from './book.ts'
import type { Office } from './office.ts'
import { typed } from './places.ts'
import { bareBookings } from './replay.ts'

const connections = 8
const inOneTurn = 200

/** A fixed number of runs, each taken by the next free worker. */
const turn = (workers: (() => Promise<unknown>)[]) => async () => {
  let left = inOneTurn
  await Promise.all(
    workers.map(async (work) => {
      while (left-- > 0) await work()
    }),
  )
}

/** Bookings per second from the wizard to the fleet, beside the same rows written by bare pg. */
export const creating = async (office: Office): Promise<Figure> => {
  const writers = await bareBookings(office, connections)
  const desks = await Promise.all(Array.from({ length: connections }, office.openDesk))
  const sides = { parada: turn(desks.map((desk) => () => book(desk))), pg: turn(writers) }
  const { parada, pg } = await interleaved(sides, { warmUps: 3, rounds: 15 })
  const rate = (taken: number) => `${((1_000 * inOneTurn) / taken).toFixed(0)}/s`
  return {
    what: `created and confirmed from ${connections} connections, to the rate of bare pg`,
    value: pg / parada,
    unit: '×',
    atLeast: 0.5,
    from: `${rate(parada)} / ${rate(pg)}`,
  }
}

export const aliveList = async (office: Office): Promise<Figure> => {
  const client = await office.openBare()
  const { text, values } = aliveStatement('all')
  const desk = await office.openDesk()
  const sides = {
    parada: () => desk.read('/services/demo/alive/fleet'),
    pg: () => client.query(text, [...values]),
  }
  const { parada, pg } = await interleaved(sides, { warmUps: 20, rounds: 60 })
  return ratio('alive list of 2,000, to its SQL', parada, pg, 2)
}

export const placeSearch = async (office: Office): Promise<Figure> => {
  const desk = await office.openDesk()
  const times: number[] = []
  for (let round = -2; round < 20; round++)
    for (const q of typed) {
      const path = `/places/demo/search?${new URLSearchParams({ q, lat: '40.4169', lon: '-3.7035' })}`
      const taken = await timed(() => desk.read(path))
      if (round >= 0) times.push(taken)
    }
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN
  return {
    what: 'place search over 100,000 entries, p95',
    value: at(0.95),
    unit: 'ms',
    atMost: 30,
    from: `median ${ms(at(0.5))}`,
  }
}

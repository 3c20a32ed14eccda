import { setTimeout as wait } from 'node:timers/promises'
import { authorizations } from '@parada/contract/calls/authorizations'
import { callers } from '@parada/contract/calls/callers'
import { fleets } from '@parada/contract/calls/fleets'
import { pois } from '@parada/contract/calls/pois'
import { services } from '@parada/contract/calls/services'
import type { Fleet } from '@parada/contract/entities'
import { messageOf } from '@parada/domain/errors'
import { bookedShare } from './chores.ts'
import { Refused, type User, userOf } from './client.ts'
import { makeClock } from './clock.ts'
import { type OpenDesk, openDesk } from './desk.ts'
import { type Door, openGateway } from './gateway.ts'
import { openInsurerOffice } from './insurer-office.ts'
import { openOffice } from './office.ts'
import type { Options } from './options.ts'
import { makeRandom, seedOf } from './random.ts'
import { lineOf } from './reports.ts'
import type { Desk, SimulatorConfig } from './simulator-config.ts'
import type { Tally } from './tally.ts'
import { makeTaxis } from './taxis.ts'
import { openLine } from './telephone.ts'
import { openTripOffice, type Traveller } from './trip-office.ts'

const sweepEvery = 20_000
const tallyEvery = 60_000
const leastTaxis = 4

type Town = { desk: Desk; user: User; fleets: readonly Fleet[]; demand: ReadonlyMap<number, number> }

/** The fleets of a tenant, and the number of live bookings of each. */
const townOf = async (api: string, desk: Desk): Promise<Town> => {
  const user = userOf(api, desk)
  const [{ fleets: found }, { services: alive }] = await Promise.all([
    user.ask(fleets.withGeoArea),
    user.ask(services.alive),
  ])
  const demand = new Map(found.map(({ id }) => [id, alive.filter(({ idFleet }) => idFleet === id).length]))
  return { desk, user, fleets: found, demand }
}

/** Shares out the taxis among the fleets by their live bookings. */
const officesOf = ({ api, links }: SimulatorConfig, towns: readonly Town[], options: Options, tally: Tally): Door[] => {
  const { seed, faults, speed } = options
  const clock = makeClock(speed)
  const found = links.flatMap((link) => {
    const town = towns.find(({ desk }) => desk.subdomain === link.subdomain)
    const fleet = town?.fleets.find(({ id }) => id === link.idFleet)
    return town && fleet ? [{ link, fleet, weight: 2 + (town.demand.get(fleet.id) ?? 0) }] : []
  })
  const sum = found.reduce((total, { weight }) => total + weight, 0)
  return found.map(({ link, fleet, weight }) => {
    const count = Math.max(leastTaxis, Math.round((options.taxis * weight) / sum))
    const taxis = makeTaxis(fleet, count, { seed, subdomain: link.subdomain, clock })
    return { link, office: openOffice({ link, line: lineOf(api, link), taxis, clock, seed, faults, tally }) }
  })
}

/**
 * The suppliers of other modes and the insurers of a town. Their people and places are those that its desk can look up.
 */
const otherOfficesOf = async (
  { api, suppliers, insurers }: SimulatorConfig,
  town: Town,
  { seed, speed, faults }: Options,
  tally: Tally,
) => {
  const { desk, user } = town
  const isMine = ({ subdomain }: { subdomain: string }) => subdomain === desk.subdomain
  const [mine, insuring] = [suppliers.filter(isMine), insurers.filter(isMine)]
  if (mine.length + insuring.length === 0) return { trips: [], cases: [] }
  const [{ pois: places }, { rows: ringing }, authorized] = await Promise.all([
    user.ask(pois.all),
    user.ask(callers.search, { query: { resultsPerPage: 100 } }),
    user.ask(authorizations.list, { query: { resultsPerPage: 100, status: '1' } }).catch(() => ({ rows: [] })),
  ])
  const people: Traveller[] = [
    ...ringing.map(({ firstName, lastName, phoneNumber }) => ({
      customerName: `${firstName} ${lastName}`.trim(),
      customerPhone: phoneNumber,
    })),
    ...authorized.rows.map(({ id }) => ({ idAuthorization: id })),
  ]
  const clock = makeClock(speed)
  const world = { api, clock, seed, tally, people, spots: places }
  return {
    trips: mine.map((played) => openTripOffice({ ...world, played })),
    cases: insuring.map((played) => openInsurerOffice({ ...world, faults, played })),
  }
}

/** Runs everything until it is stopped. */
export const simulate = async (told: SimulatorConfig, options: Options, tally: Tally) => {
  const { seed, faults, speed, callsPerMinute } = options
  const stopping = new AbortController()
  const { signal } = stopping
  const opened = await Promise.all(
    told.desks.map((desk) =>
      townOf(told.api, desk).catch((error: unknown) => {
        // A tenant whose operator can no longer sign in must not stop the others.
        if (!(error instanceof Refused)) throw error
        tally.warn(`${desk.subdomain} is left out: ${error.message}`)
      }),
    ),
  )
  const towns = opened.filter((town) => town !== undefined)
  const doors = officesOf(told, towns, options, tally)
  const tripOffices = await Promise.all(towns.map((town) => otherOfficesOf(told, town, options, tally)))
  const others = tripOffices.flatMap(({ trips }) => trips)
  const insurers = tripOffices.flatMap(({ cases }) => cases)
  const gateway = await openGateway(told.listen, doors)
  const resumed = await Promise.all(doors.map(({ office }) => office.resume()))
  const count = resumed.reduce((sum, open) => sum + open, 0)
  const open = await Promise.all(others.map((office) => office.resume()))
  for (const office of others) office.run(callsPerMinute > 0)
  if (callsPerMinute > 0) for (const office of insurers) office.run()
  const trips = open.reduce((sum, one) => sum + one, 0)
  tally.say(`${others.length} suppliers of other modes, ${trips} trips taken over`)
  tally.say(`${doors.length} fleets with ${options.taxis} taxis at speed ${speed}, ${count} orders taken over`)

  /** A failed step is logged and does not stop the simulation. */
  const once = async (what: string, after: number, run: () => Promise<unknown>) => {
    await wait(after, undefined, { signal }).catch(() => {})
    if (!signal.aborted) await run().catch((error: unknown) => tally.warn(`${what}: ${messageOf(error)}`))
  }
  const again = async (what: string, pause: () => number, run: () => Promise<unknown>) => {
    while (!signal.aborted) await once(what, pause(), run)
  }

  const answerCalls = ({ desk, user, fleets: own, demand }: Town, at: OpenDesk) => {
    const random = makeRandom(seedOf(seed, 'calls', desk.subdomain))
    const { telephoneKey } = desk
    const busy = own.flatMap((fleet) => Array.from({ length: 1 + (demand.get(fleet.id) ?? 0) }, () => fleet))
    const line = openLine({ api: told.api, user, telephoneKey, busy, random, tally })
    const perMillisecond = callsPerMinute / 60_000 / towns.length
    return again(
      `${desk.subdomain} calls`,
      () => random.until(perMillisecond),
      async () => {
        const ringing = await line.ring()
        const [talks, isBooked] = [random.between(6_000, 20_000) / speed, random.chance(bookedShare(at.alive()))]
        // Not awaited, because others ring in the meantime.
        if (ringing && isBooked) void once(`${desk.subdomain} booking`, talks, () => line.book(ringing))
      },
    )
  }

  const work = (town: Town) => {
    const protocols = new Map(town.fleets.map(({ id, protocolDispatch }) => [id, protocolDispatch]))
    const alive = [...town.demand.values()].reduce((sum, count) => sum + count, 0)
    const desk = openDesk({ user: town.user, protocols, alive, seed, faults, tally })
    return [again(`${town.desk.subdomain} desk`, () => sweepEvery, desk.sweep), answerCalls(town, desk)]
  }

  const running = callsPerMinute > 0 ? towns.flatMap(work) : []
  running.push(
    again(
      'tally',
      () => tallyEvery,
      async () => {
        const busy = doors.reduce((sum, { office }) => sum + office.busy(), 0)
        const rides = doors.reduce((sum, { office }) => sum + office.rides(), 0)
        tally.say(`${busy} taxis busy, ${rides} orders; ${tally.flush()}`)
      },
    ),
  )
  return {
    stop: async () => {
      stopping.abort()
      await gateway.close()
      const offices = [...doors.map(({ office }) => office), ...others, ...insurers]
      await Promise.all([...offices.map((office) => office.stop()), ...running])
    },
  }
}

import { readFileSync } from 'node:fs'
import { self } from '@parada/contract/calls/self'
import { services } from '@parada/contract/calls/services'
import { whitelabels } from '@parada/contract/calls/whitelabels'
import { grantsOf } from '@parada/domain/access/permissions'
import { topicsOf } from '@parada/domain/live'

/** Many desks in a process of their own, which run the browser's connection code without a browser. */
export type DeskPlan = { origin: string; tokens: string[]; alive: number }

const { origin, tokens, alive }: DeskPlan = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'))

// The parts of a page that the connection needs.
const page = { addEventListener: () => {}, removeEventListener: () => {}, visibilityState: 'visible' }
Object.assign(globalThis, { document: page, window: page, location: { href: origin } })
// Otherwise each desk would log each failed attempt.
console.error = () => {}
const { stayConnected } = await import('../../apps/web/src/live/connection.ts')

class Unanswered extends Error {
  readonly status: number
  constructor(status: number) {
    super(`Status ${status}`)
    this.status = status
  }
}

const ask = async <Answer>({ path }: { path: string }, token: string): Promise<Answer> => {
  const answer = await fetch(`${origin}/api${path.replace(':sd', 'demo')}`, { headers: { token } }).catch(
    () => undefined,
  )
  if (!answer?.ok) throw new Unanswered(answer?.status ?? 0)
  const { response }: { response: Answer } = await answer.json()
  return response
}

type Answers<Call extends { response: { _output: unknown } }> = Call['response']['_output']

const [first = ''] = tokens
const [who, { permissions }, { fleets }, config] = await Promise.all([
  ask<Answers<typeof self.who>>(self.who, first),
  ask<Answers<typeof self.permissions>>(self.permissions, first),
  ask<Answers<typeof self.fleets>>(self.fleets, first),
  ask<Answers<typeof whitelabels.frontConfig>>(whitelabels.frontConfig, first),
])
const topics = topicsOf({
  idUser: who.id,
  grants: grantsOf(permissions),
  ownFleets: fleets.map(({ id }) => id),
  showCancelledBookingNotifications: config.showCancelledBookingNotifications === true,
})

const isServerUp = () =>
  fetch(`${origin}/health`, { signal: AbortSignal.timeout(4_000) }).then(
    ({ ok }) => ok,
    () => false,
  )

/** When each desk last became live; undefined while it is not. */
const liveAt: (number | undefined)[] = tokens.map(() => undefined)

tokens.forEach((token, at) => {
  stayConnected({
    prepare: async () => {
      const { userActiveMQCredentialsMessage: login } = await ask<Answers<typeof self.socketCredentials>>(
        self.socketCredentials,
        token,
      )
      return { ...login, destinations: topics.map((topic) => login.topicPrefix + topic) }
    },
    onMessage: () => {},
    catchUp: async () => {
      const { services: list } = await ask<Answers<typeof services.alive>>(services.alive, token)
      if (list.length !== alive) throw new Error(`${list.length} of ${alive} bookings`)
    },
    onState: (state) => {
      liveAt[at] = state === 'live' ? Date.now() : undefined
    },
    isServerUp,
  })
})

/** Replies once all desks have become live since that moment, with the time of each. */
process.on('message', ({ since }: { since: number }) => {
  const timer = setInterval(() => {
    const back = liveAt.filter((moment) => moment !== undefined && moment >= since)
    if (back.length < tokens.length) return
    clearInterval(timer)
    process.send?.(back)
  }, 50)
})
process.send?.('begun')

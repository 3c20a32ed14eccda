import { constants } from '@parada/domain/constants'
import { membersOf } from '@parada/domain/objects'
import { Client, TickerStrategy, Versions } from '@stomp/stompjs'
import { log } from '../kit/log.ts'
import type { LiveState } from '../session/live-state.ts'
import { retryDelay } from './retry-delay.ts'

/** What one attempt connects with. */
export type Login = { url: string; user: string; password: string; destinations: string[] }

export type Attempt = {
  isFirst: boolean
  /** The broker has refused this session before: what was loaded about the user may be out of date. */
  wasRefused: boolean
}

export type ConnectionOptions = {
  prepare: (attempt: Attempt) => Promise<Login>
  onMessage: (body: string) => void
  /** Loads what may have changed while nobody listened; only then is the screen called live. */
  catchUp: (attempt: Attempt) => Promise<void>
  onState: (state: LiveState) => void
  /** Whether the server and all that it needs are there; asked while it is waited for. */
  isServerUp: () => Promise<boolean>
  random?: () => number
}

/** From asking for credentials to being subscribed; stompjs itself would wait for ever. */
export const connectMs = 15_000
/** A server that was away is found again within this time of its return, whatever the next turn is. */
const healthMs = 5_000
/** A socket this long without a heart-beat has not survived the laptop's sleep. */
const silentMs = constants.heartbeatMs * 1.5

/** A connection that lasted so long was no mistake of the broker's. */
const steadyMs = 2_000

const versions = new Versions([Versions.V1_2, Versions.V1_1])
const receipt = 'subscribed'

/** On a secure page only a secure socket may be opened (P-087). */
export const socketAddress = (url: string, page: string) => {
  const address = new URL(url, page)
  const isSecure = /^(wss|https):/.test(address.protocol) || page.startsWith('https:')
  address.protocol = isSecure ? 'wss:' : 'ws:'
  return address.href
}

/** A call that did not reach the server, or one that it could not answer. */
const isUnanswered = (cause: unknown) => {
  const { status } = membersOf(cause)
  return typeof status === 'number' && (status === 0 || status >= 500)
}

/** Stays connected until it is stopped, each time with fresh credentials and all subscriptions. */
export const stayConnected = (options: ConnectionOptions) => {
  const { prepare, onMessage, catchUp, onState, isServerUp, random = Math.random } = options
  let client: Client | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let phase: 'trying' | 'live' | 'waiting' | 'stopped' = 'trying'
  /** Whatever an earlier attempt still reports is void. */
  let turn = 0
  let failures = 0
  let wasRefused = false
  let wasAway = false
  let heardAt = 0
  let liveSince = 0

  const hear = () => {
    heardAt = Date.now()
  }
  const release = () => {
    clearTimeout(timer)
    client?.deactivate({ force: true })
    client = undefined
  }
  const showGap = () => onState(navigator.onLine === false ? 'offline' : 'reconnecting')

  const lose = (reason: string, cause?: unknown) => {
    turn++
    log(`Live events: ${reason}`, cause)
    release()
    // A broker that takes a client and drops it at once is not asked any sooner for it.
    if (phase === 'live' && Date.now() - liveSince >= steadyMs) failures = 0
    phase = 'waiting'
    showGap()
    wasAway = isUnanswered(cause)
    waitUntil(Date.now() + retryDelay(failures++, random))
  }

  /** Until the next turn, or until a server that was away answers: one that only its broker keeps out waits its turn. */
  const waitUntil = (next: number) => {
    const left = next - Date.now()
    const untilLook = healthMs * (0.5 + random())
    if (left <= untilLook) {
      timer = setTimeout(attempt, left)
      return
    }
    timer = setTimeout(async () => {
      const mine = turn
      const isUp = await isServerUp()
      if (mine !== turn || phase !== 'waiting') return
      if (isUp && wasAway) attempt()
      else {
        wasAway = !isUp
        waitUntil(next)
      }
    }, untilLook)
  }

  const attempt = async () => {
    release()
    const mine = ++turn
    const current = { isFirst: mine === 1, wasRefused }
    const fail = (reason: string, cause?: unknown) => mine === turn && lose(reason, cause)
    if (!current.isFirst) showGap()
    phase = 'trying'
    // Nobody refused: a server that is back lets a thousand desks in one after the other.
    timer = setTimeout(() => fail('no connection in time', { status: 0 }), connectMs)
    try {
      const login = await prepare(current)
      if (mine === turn) client = open(login, current, fail)
    } catch (problem) {
      fail('could not connect', problem)
    }
  }

  const open = ({ url, user, password, destinations }: Login, current: Attempt, fail: typeof lose) => {
    // Opened here, because an address that is none would throw where stompjs does not catch it.
    const socket = new WebSocket(socketAddress(url, location.href), versions.protocolVersions())
    const mine = turn
    const take = ({ body }: { body: string }) => {
      hear()
      onMessage(body)
    }
    const subscribed = async () => {
      if (mine !== turn) return
      clearTimeout(timer)
      try {
        await catchUp(current)
        if (mine !== turn) return
        phase = 'live'
        liveSince = Date.now()
        onState('live')
      } catch (problem) {
        fail('could not catch up', problem)
      }
    }
    const stomp = new Client({
      webSocketFactory: () => socket,
      connectHeaders: { login: user, passcode: password },
      stompVersions: versions,
      heartbeatIncoming: constants.heartbeatMs,
      heartbeatOutgoing: constants.heartbeatMs,
      // Timers of a page in the background are held back, those of a worker are not.
      heartbeatStrategy: TickerStrategy.Worker,
      discardWebsocketOnCommFailure: true,
      reconnectDelay: 0,
      onHeartbeatReceived: hear,
      onConnect: () => {
        hear()
        stomp.watchForReceipt(receipt, subscribed)
        // The destination is the id, so that all desks can be sent one and the same frame.
        for (const destination of destinations)
          stomp.subscribe(destination, take, {
            id: destination,
            ...(destination === destinations.at(-1) && { receipt }),
          })
      },
      onStompError: ({ headers }) => {
        if (mine === turn) wasRefused = true
        fail(`refused: ${headers.message}`)
      },
      onWebSocketError: (event) => fail('the socket failed', event),
      onWebSocketClose: ({ code }) => fail(`the socket closed (${code})`),
    })
    stomp.activate()
    return stomp
  }

  /** The person is back, or the laptop is open again: no time to wait for the next turn. */
  const onVisible = () => {
    if (document.visibilityState !== 'visible') return
    if (phase === 'waiting' || (phase === 'live' && Date.now() - heardAt > silentMs)) attempt()
  }
  const onOffline = () => onState('offline')
  document.addEventListener('visibilitychange', onVisible)
  window.addEventListener('online', attempt)
  window.addEventListener('offline', onOffline)
  attempt()

  return () => {
    document.removeEventListener('visibilitychange', onVisible)
    window.removeEventListener('online', attempt)
    window.removeEventListener('offline', onOffline)
    turn++
    phase = 'stopped'
    release()
  }
}

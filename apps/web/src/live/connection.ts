import { constants } from '@parada/domain/constants'
import { membersOf } from '@parada/domain/objects'
import { Client, TickerStrategy, Versions } from '@stomp/stompjs'
import { log } from '../kit/log.ts'
import type { LiveState } from '../session/live-state.ts'
import { retryDelay } from './retry-delay.ts'

/** Address, credentials and subscriptions for one attempt. */
export type Login = { url: string; user: string; password: string; destinations: string[] }

export type Attempt = {
  isFirst: boolean
  /** The broker has refused this session before, so what was loaded about the user may be out of date. */
  wasRefused: boolean
}

type ConnectionOptions = {
  prepare: (attempt: Attempt) => Promise<Login>
  onMessage: (body: string) => void
  /** Loads what may have changed while disconnected; the state becomes live only afterwards. */
  catchUp: (attempt: Attempt) => Promise<void>
  onState: (state: LiveState) => void
  /** Whether the server and its dependencies are up; polled while waiting to reconnect. */
  isServerUp: () => Promise<boolean>
  random?: () => number
}

/** Time limit from requesting credentials to being subscribed; stompjs itself would wait forever. */
export const connectMs = 15_000
/**
 * Average time between health checks while waiting, so that a server is found soon after its return, however long the
 * retry delay.
 */
const healthMs = 5_000
/** A socket without a heart-beat for this long has not survived the laptop's sleep. */
const silentMs = constants.heartbeatMs * 1.5

/** A connection that lasted this long counts as stable and resets the retry delay. */
const steadyMs = 2_000

const versions = new Versions([Versions.V1_2, Versions.V1_1])
const receipt = 'subscribed'

/** A secure page may only open a secure socket (P-087). */
export const socketAddress = (url: string, page: string) => {
  const address = new URL(url, page)
  const isSecure = /^(wss|https):/.test(address.protocol) || page.startsWith('https:')
  address.protocol = isSecure ? 'wss:' : 'ws:'
  return address.href
}

/** Whether a call did not reach the server or failed there. */
const isUnanswered = (cause: unknown) => {
  const { status } = membersOf(cause)
  return typeof status === 'number' && (status === 0 || status >= 500)
}

/** Stays connected until stopped; each attempt prepares a fresh login and restores all subscriptions. */
export const stayConnected = (options: ConnectionOptions) => {
  const { prepare, onMessage, catchUp, onState, isServerUp, random = Math.random } = options
  let client: Client | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let phase: 'trying' | 'live' | 'waiting' | 'stopped' = 'trying'
  /** The number of the current attempt; reports from earlier ones are ignored. */
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
    // Only a stable connection resets the delay, so a broker that drops clients at once is not retried sooner.
    if (phase === 'live' && Date.now() - liveSince >= steadyMs) failures = 0
    phase = 'waiting'
    showGap()
    wasAway = isUnanswered(cause)
    waitUntil(Date.now() + retryDelay(failures++, random))
  }

  /**
   * Waits for the next attempt, or until an unreachable server is healthy again. If only the broker refuses, the full
   * delay applies.
   */
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
    // Counts as unreachable, not as refused: a server that is back admits a thousand desks one after the other.
    timer = setTimeout(() => fail('no connection in time', { status: 0 }), connectMs)
    try {
      const login = await prepare(current)
      if (mine === turn) client = open(login, current, fail)
    } catch (problem) {
      fail('could not connect', problem)
    }
  }

  const open = ({ url, user, password, destinations }: Login, current: Attempt, fail: typeof lose) => {
    // Created here, because an invalid address would throw where stompjs does not catch it.
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
      // Browsers throttle the timers of background pages, but not those of workers.
      heartbeatStrategy: TickerStrategy.Worker,
      discardWebsocketOnCommFailure: true,
      reconnectDelay: 0,
      onHeartbeatReceived: hear,
      onConnect: () => {
        hear()
        stomp.watchForReceipt(receipt, subscribed)
        // The destination serves as the subscription id, so that the server can send one identical frame to all desks.
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

  /** Reconnects at once when the user returns or the laptop wakes, instead of waiting for the next attempt. */
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

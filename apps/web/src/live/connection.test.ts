import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CallFailed } from '../kit/client.ts'
import { logged } from '../kit/log.ts'
import type { LiveState } from '../session/live-state.ts'
import { type Attempt, connectMs, type Login, socketAddress, stayConnected } from './connection.ts'
import { createBroker } from './testing.ts'

const destinations = ['/topic/parada.demo.everybody', '/topic/parada.demo.fleet.29']
let broker: ReturnType<typeof createBroker>
let stop: (() => void) | undefined

const passed = (ms = 0) => vi.advanceTimersByTimeAsync(ms)
/** Advances the time while the broker keeps sending heart-beats. */
const lively = async (ms: number) => {
  for (let gone = 0; gone < ms; gone += 20_000) {
    await passed(20_000)
    broker.beat()
  }
}

type Change = {
  prepare?: (attempt: Attempt) => Promise<Login>
  catchUp?: () => Promise<void>
  isServerUp?: () => Promise<boolean>
}

const start = (change: Change = {}) => {
  let asked = 0
  const prepare = vi.fn(async (_: Attempt): Promise<Login> => {
    asked++
    return { url: 'wss://broker.example/live', user: `user${asked}`, password: `pass${asked}`, destinations }
  })
  const states: LiveState[] = []
  const onMessage = vi.fn()
  const catchUp = vi.fn(change.catchUp ?? (async () => {}))
  const onState = (state: LiveState) => state !== states.at(-1) && states.push(state)
  const isServerUp = change.isServerUp ?? (async () => true)
  stop = stayConnected({ prepare, onMessage, catchUp, onState, isServerUp, random: () => 0.5, ...change })
  return { prepare, states, onMessage, catchUp }
}

const show = (visibility: 'visible' | 'hidden') => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility)
  document.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(() => {
  vi.useFakeTimers()
  broker = createBroker()
})
afterEach(() => {
  stop?.()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('the connection', () => {
  it('speaks STOMP over a secure web socket and logs in with the credentials (P-087)', async () => {
    const { onMessage, states } = start()
    await passed()
    expect(broker.sockets.map(({ url, protocols }) => [url, protocols])).toEqual([
      ['wss://broker.example/live', ['v12.stomp', 'v11.stomp']],
    ])
    expect(broker.logins).toMatchObject([{ login: 'user1', passcode: 'pass1', 'accept-version': '1.2,1.1' }])
    broker.publish('/topic/parada.demo.fleet.29', '{"broadcast":"ping"}')
    expect(onMessage.mock.calls).toEqual([['{"broadcast":"ping"}']])
    expect(states).toEqual(['live'])
  })

  it.each([
    ['wss://broker.example/live', 'http://demo.example/', 'wss://broker.example/live'],
    ['ws://demo.example/live', 'https://demo.example/', 'wss://demo.example/live'],
    ['/live', 'https://demo.example/dashboard', 'wss://demo.example/live'],
    ['ws://localhost:4300/live', 'http://localhost:4300/', 'ws://localhost:4300/live'],
  ])('resolves %s on the page %s to %s (P-087)', (url, page, address) => expect(socketAddress(url, page)).toBe(address))

  it('exchanges heart-beats every 20 s and drops a server that sends none (P-088)', async () => {
    const { states } = start()
    await passed()
    expect(broker.logins[0]?.['heart-beat']).toBe('20000,20000')
    await lively(60_000)
    expect(broker.pings).toBe(3)
    expect(states).toEqual(['live'])
    await passed(60_000)
    expect(states).toContain('reconnecting')
  })

  it('uses each destination as its subscription id, so that desks can share a frame', async () => {
    start()
    await passed()
    expect(broker.ids()).toEqual(destinations)
    expect(broker.destinations()).toEqual(destinations)
  })

  it('is live only after catching up', async () => {
    let finish = () => {}
    const { states } = start({
      catchUp: () =>
        new Promise<void>((resolve) => {
          finish = resolve
        }),
    })
    await passed()
    expect(broker.destinations()).toEqual(destinations)
    expect(states).toEqual([])
    finish()
    await passed()
    expect(states).toEqual(['live'])
  })

  it('logs a socket error, reports the loss and reconnects by itself (P-099)', async () => {
    const { states, catchUp } = start()
    await passed()
    broker.open()[0]?.onerror({ type: 'error' })
    expect(logged().at(-1)?.message).toBe('Live events: the socket failed')
    expect(states).toEqual(['live', 'reconnecting'])
    expect(broker.open()).toEqual([])
    await passed(5_000)
    expect(states).toEqual(['live', 'reconnecting', 'live'])
    expect(broker.destinations()).toEqual(destinations)
    expect(catchUp.mock.calls).toMatchObject([[{ isFirst: true }], [{ isFirst: false }]])
  })

  it('requests new credentials 5 s after an ERROR for bad ones and restores all subscriptions (O1-34)', async () => {
    broker.isAccepted = ({ login }) => login !== 'user1'
    const { prepare, states } = start()
    await passed(4_999)
    expect(logged().at(-1)?.message).toBe('Live events: refused: Bad CONNECT')
    expect(prepare.mock.calls).toEqual([[{ isFirst: true, wasRefused: false }]])
    await passed(1)
    expect(prepare.mock.calls[1]).toEqual([{ isFirst: false, wasRefused: true }])
    expect(broker.logins.map(({ login }) => login)).toEqual(['user1', 'user2'])
    expect(broker.destinations()).toEqual(destinations)
    expect(states.at(-1)).toBe('live')
  })

  it('retries every 5 s, then doubles the delay up to 60 s while the broker is down (O1-34)', async () => {
    broker.isDown = true
    const { prepare, states } = start()
    await passed()
    for (const [at, wait] of [5_000, 5_000, 5_000, 5_000, 10_000, 20_000, 40_000, 60_000, 60_000].entries()) {
      await passed(wait - 1)
      expect(prepare).toHaveBeenCalledTimes(at + 1)
      await passed(1)
      expect(prepare).toHaveBeenCalledTimes(at + 2)
    }
    broker.isDown = false
    await passed(60_000)
    expect(states).toEqual(['reconnecting', 'live'])
    await lively(20_000)
    broker.drop()
    await passed(5_000)
    expect(broker.destinations()).toEqual(destinations)
  })

  it('connects within 5 s after a long outage of the server ends (O1-34)', async () => {
    let isUp = false
    broker.isDown = true
    const { states } = start({ isServerUp: async () => isUp })
    await passed(300_000)
    expect(states).toEqual(['reconnecting'])
    isUp = true
    broker.isDown = false
    await passed(5_000)
    expect(states).toEqual(['reconnecting', 'live'])
  })

  it('connects within 5 s if the server comes back right after an attempt', async () => {
    let isUp = false
    const prepare = async () => {
      if (!isUp) throw new CallFailed('Failed to fetch', 0)
      return { url: 'wss://broker.example/live', user: 'user', password: 'pass', destinations }
    }
    const { states } = start({ isServerUp: async () => isUp, prepare })
    await passed(5_000 * 4 + 10_000 + 20_000 + 40_000)
    isUp = true
    await passed(5_000)
    expect(states).toEqual(['reconnecting', 'live'])
  })

  it('retries within seconds if a recovered server was too busy to answer in time', async () => {
    let isUp = false
    let isBusy = true
    const prepare = async () => {
      if (!isUp) throw new CallFailed('Failed to fetch', 0)
      if (isBusy) await new Promise(() => {})
      return { url: 'wss://broker.example/live', user: 'user', password: 'pass', destinations }
    }
    const { states } = start({ isServerUp: async () => isUp, prepare })
    await passed(5_000 * 4 + 10_000 + 20_000 + 40_000)
    isUp = true
    await passed(5_000)
    isBusy = false
    await passed(connectMs + 5_000)
    expect(states).toEqual(['reconnecting', 'live'])
  })

  it('keeps doubling the delay if the broker refuses while the server is healthy (O1-34)', async () => {
    broker.isAccepted = () => false
    const { prepare } = start()
    await passed(5_000 * 4 + 10_000 + 20_000 + 40_000)
    expect(prepare).toHaveBeenCalledTimes(8)
    await passed(59_999)
    expect(prepare).toHaveBeenCalledTimes(8)
  })

  it('does not reset the delay for a broker that drops each connection at once', async () => {
    const { prepare } = start()
    await passed()
    for (let drops = 0; drops < 4; drops++) {
      broker.drop()
      await passed(5_000)
    }
    broker.drop()
    await passed(5_000)
    expect(prepare).toHaveBeenCalledTimes(5)
    await passed(5_000)
    expect(prepare).toHaveBeenCalledTimes(6)
  })

  it('resets the delay after each connection that lasted for a while', async () => {
    const { prepare } = start()
    await passed()
    for (let restarts = 1; restarts <= 8; restarts++) {
      await passed(2_000)
      broker.drop()
      await passed(5_000)
      expect(prepare).toHaveBeenCalledTimes(restarts + 1)
    }
  })

  it.each<[string, () => Parameters<typeof start>[0]]>([
    [
      'a broker that does not answer',
      () => {
        broker.isDeaf = true
        return {}
      },
    ],
    ['credentials that do not come', () => ({ prepare: () => new Promise(() => {}) })],
  ])('times out on %s', async (_, change) => {
    const { states } = start(change())
    await passed(connectMs - 1)
    expect(states).toEqual([])
    await passed(1)
    expect(states).toEqual(['reconnecting'])
    expect(broker.open()).toEqual([])
  })

  it.each<[string, Parameters<typeof start>[0]]>([
    ['no credentials', { prepare: () => Promise.reject(new Error('down')) }],
    ['an invalid address', { prepare: async () => ({ url: 'http://[', user: '', password: '', destinations }) }],
    ['a list that does not load', { catchUp: () => Promise.reject(new Error('down')) }],
  ])('schedules a retry if an attempt fails: %s', async (_, change) => {
    const { states } = start(change)
    await passed()
    expect(states).toEqual(['reconnecting'])
    expect(vi.getTimerCount()).toBe(1)
  })

  it('reconnects at once when the network is back', async () => {
    const { states } = start()
    await passed()
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    broker.isDown = true
    window.dispatchEvent(new Event('offline'))
    broker.drop()
    await passed(120_000)
    expect(states).toEqual(['live', 'offline'])
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
    broker.isDown = false
    window.dispatchEvent(new Event('online'))
    await passed()
    expect(states).toEqual(['live', 'offline', 'reconnecting', 'live'])
    expect(broker.open()).toHaveLength(1)
  })

  it('reconnects at once when a laptop wakes after an hour, even if the dead socket reports nothing', async () => {
    const { states, catchUp } = start()
    await passed()
    show('hidden')
    // While a laptop sleeps no timers run, only the clock advances.
    vi.setSystemTime(Date.now() + 3_600_000)
    show('visible')
    await passed()
    expect(states).toEqual(['live', 'reconnecting', 'live'])
    expect(catchUp).toHaveBeenCalledTimes(2)
    expect(broker.open()).toHaveLength(1)
  })

  it('keeps a healthy connection when the page becomes visible again', async () => {
    const { states } = start()
    await passed()
    await lively(40_000)
    show('hidden')
    show('visible')
    expect(states).toEqual(['live'])
    expect(broker.sockets).toHaveLength(1)
  })

  it('stays closed once it is stopped', async () => {
    start()
    await passed()
    stop?.()
    window.dispatchEvent(new Event('online'))
    await passed(600_000)
    expect(broker.open()).toEqual([])
    expect(broker.sockets).toHaveLength(1)
    expect(vi.getTimerCount()).toBe(0)
  })
})

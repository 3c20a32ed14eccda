import { FrameImpl, Parser } from '@stomp/stompjs'
import { vi } from 'vitest'
import { CallFailed, type Client } from '../kit/client.ts'
import { createEvents } from '../session/events.ts'
import { createSession } from '../session/session.ts'

type Headers = Record<string, string>

/**
 * Lets the creator of a socket attach its handlers before the first event. Waits in microtasks, so fake clocks need not
 * advance.
 */
const handlersAreSet = async () => {
  for (let turn = 0; turn < 10; turn++) await null
}

/** An in-memory STOMP server behind the page's WebSocket. */
export const createBroker = () => {
  const broker = {
    sockets: [] as FakeSocket[],
    /** The headers of each CONNECT. */
    logins: [] as Headers[],
    isDown: false,
    /** Accepts connections but never answers. */
    isDeaf: false,
    isAccepted: (_: Headers) => true,
    forbidden: new Set<string>(),
    pings: 0,
    open: () => broker.sockets.filter(({ readyState }) => readyState === WebSocket.OPEN),
    destinations: () => broker.open().flatMap(({ subscriptions }) => [...subscriptions.values()]),
    ids: () => broker.open().flatMap(({ subscriptions }) => [...subscriptions.keys()]),
    publish: (destination: string, message: unknown) => {
      const body = typeof message === 'string' ? message : JSON.stringify(message)
      for (const socket of broker.open())
        for (const [id, subscribed] of socket.subscriptions)
          if (subscribed === destination)
            socket.tell('MESSAGE', { subscription: id, destination, 'message-id': '1' }, body)
    },
    beat: () => {
      for (const socket of broker.open()) socket.onmessage({ data: '\n' })
    },
    drop: () => {
      for (const socket of broker.open()) socket.end(1006)
    },
  }

  class FakeSocket {
    static readonly CONNECTING = 0
    static readonly OPEN = 1
    static readonly CLOSING = 2
    static readonly CLOSED = 3
    readyState = 0
    subscriptions = new Map<string, string>()
    onopen = () => {}
    onmessage = (_: { data: string }) => {}
    onclose = (_: object) => {}
    onerror = (_: object) => {}
    readonly url: string
    readonly protocols: string[]
    readonly #parser = new Parser(
      (raw) => this.#answer(FrameImpl.fromRawFrame(raw, true)),
      () => {
        broker.pings++
      },
    )

    constructor(url: string, protocols: string[]) {
      this.url = url
      this.protocols = protocols
      broker.sockets.push(this)
      handlersAreSet().then(() => {
        if (this.readyState !== 0) return
        if (broker.isDown) {
          this.onerror({ type: 'error' })
          this.end(1006)
          return
        }
        this.readyState = 1
        this.onopen()
      })
    }

    send(data: string) {
      // As on a real connection, no reply arrives before send() returns.
      queueMicrotask(() => this.#parser.parseChunk(data))
    }

    close() {
      this.end(1000)
    }

    end(code: number) {
      if (this.readyState === 3) return
      this.readyState = 3
      this.onclose({ code })
    }

    tell(command: string, headers: Headers, body = '') {
      this.onmessage({ data: FrameImpl.marshall({ command, headers, body, escapeHeaderValues: true }) as string })
    }

    #refuse(message: string) {
      this.tell('ERROR', { message })
      this.end(1008)
    }

    #answer({ command, headers }: FrameImpl) {
      if (broker.isDeaf || this.readyState !== 1) return
      if (command === 'CONNECT') {
        broker.logins.push(headers)
        if (!broker.isAccepted(headers)) return this.#refuse('Bad CONNECT')
        return this.tell('CONNECTED', { version: '1.2', 'heart-beat': '20000,20000' })
      }
      const { id = '', destination = '', receipt } = headers
      if (command === 'SUBSCRIBE') {
        if (broker.forbidden.has(destination)) return this.#refuse('Not authorized')
        this.subscriptions.set(id, destination)
      }
      if (receipt) this.tell('RECEIPT', { 'receipt-id': receipt })
    }
  }

  vi.stubGlobal('WebSocket', FakeSocket)
  return broker
}

/** A signed-in session whose storage holds the given entries. */
export const sessionOf = (stored: Record<string, unknown>, ask: unknown = async () => undefined) => {
  sessionStorage.clear()
  const entries = { token: 'secret', lastSessionTime: Date.now(), ...stored }
  for (const [name, value] of Object.entries(entries)) sessionStorage.setItem(name, JSON.stringify(value))
  return createSession({ ask: ask as never, events: createEvents(), storage: sessionStorage })
}

/** A client that answers by path, with a fixed response or the result of a function of the parameters. */
export const askOf = (answers: Record<string, unknown>) =>
  vi.fn(async (call: { path: string }, given?: { params?: Record<string, unknown> }) => {
    const answer = answers[call.path]
    if (answer === undefined) throw new CallFailed(`No answer for ${call.path}`, 404)
    return typeof answer === 'function' ? answer(given?.params) : answer
  }) as unknown as Client & ReturnType<typeof vi.fn>

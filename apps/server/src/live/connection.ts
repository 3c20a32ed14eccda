import type { Duplex } from 'node:stream'
import type { LiveUser } from '@parada/db/queries/events'
import { Parser } from '@stomp/stompjs'
import type { RawData, WebSocket } from 'ws'
import { stompFrame, unescaped, webSocketFrame } from './frames.ts'
import type { Gate } from './gate.ts'
import type { Subscriptions } from './subscriptions.ts'

export const limits = {
  frameBytes: 16_384,
  /** For everything that arrives before CONNECT is answered. */
  connectBytes: 4_096,
  subscriptions: 500,
  /** What a client may leave unread before it is disconnected. */
  unreadBytes: 1_048_576,
  connectMs: 10_000,
  /** For a client that promises no heart-beats. */
  heartbeatMs: 20_000,
  /** More frequent heart-beats would cost more than they are worth, and timers have a maximum delay. */
  shortestBeatMs: 5_000,
  longestBeatMs: 3_600_000,
  /** How long a client has to answer that the server is going away. */
  goodbyeMs: 1_000,
}

type Frame = { command: string; headers: Pair[]; hasBody: boolean }

type Pair = [string, string]

/** Why a client is disconnected; the message is sent in the ERROR frame. */
class Refusal extends Error {}

/** The interval that a client requests, within the limits; 0 stands for none. */
const beatMs = (asked: string) =>
  Number(asked) === 0 ? 0 : Math.min(Math.max(Number(asked), limits.shortestBeatMs), limits.longestBeatMs)

const heartBeats = (header = '0,0') => {
  const [, sends, wants] = /^(\d+),(\d+)$/.exec(header) ?? []
  if (sends === undefined || wants === undefined) throw new Refusal('heart-beat needs two numbers of milliseconds')
  return { sendsMs: beatMs(sends), wantsMs: beatMs(wants) }
}

type Surroundings = {
  gate: Gate
  subscriptions: Subscriptions<Connection>
  /** The connection slots of each user. */
  ofUser: { isFull: (whose: string) => boolean; take: (whose: string) => void; giveBack: (whose: string) => void }
}

const readPair = (pair: Pair): Pair => {
  const [name, value] = pair.map(unescaped)
  if (name === undefined || value === undefined) throw new Refusal('Malformed frame')
  return [name, value]
}

const nameOf = ({ tenantId, userId }: LiveUser) => `${tenantId}:${userId}`

/**
 * The connection of one client: CONNECT, then SUBSCRIBE and UNSUBSCRIBE within what its user may hear, until either
 * side ends it.
 */
export class Connection {
  user: LiveUser | undefined
  readonly #socket: WebSocket
  readonly #wire: Duplex
  readonly #gate: Gate
  readonly #subscriptions: Subscriptions<Connection>
  readonly #ofUser: Surroundings['ofUser']
  readonly #subscribed = new Map<string, string>()
  readonly #parser: Parser
  #queue = Promise.resolve()
  #frameBytes = 0
  #allowed: ReadonlySet<string> = new Set()
  #timers: NodeJS.Timeout[] = []
  #heardAt = Date.now()

  constructor(socket: WebSocket, wire: Duplex, { gate, subscriptions, ofUser }: Surroundings) {
    this.#socket = socket
    this.#wire = wire
    this.#gate = gate
    this.#subscriptions = subscriptions
    this.#ofUser = ofUser
    this.#parser = new Parser(
      ({ command = '', headers, binaryBody }) => {
        this.#countAnew()
        this.#enqueue({ command, headers, hasBody: Boolean(binaryBody?.length) })
      },
      () => this.#countAnew(),
    )
    this.#timers.push(setTimeout(() => !this.user && this.#refuse('Connect first'), limits.connectMs))
    socket.on('message', (data) => this.#read(data))
    socket.on('pong', () => this.#hear())
    socket.on('error', () => socket.terminate())
    socket.on('close', () => this.#forget())
  }

  take(frame: Buffer) {
    if (this.#wire.writableLength > limits.unreadBytes) this.#socket.terminate()
    else if (this.#socket.readyState === this.#socket.OPEN) this.#wire.write(frame)
  }

  /** Ends subscriptions that the user is no longer allowed, and the connection if the session is over. */
  async recheck() {
    if (!this.user) return
    const allowed = await this.#gate.destinations(this.user).catch(() => this.#allowed)
    if (!allowed) return this.#refuse('The session is over')
    this.#allowed = allowed
    for (const [id, destination] of this.#subscribed) if (!allowed.has(destination)) this.#unsubscribe(id)
  }

  close() {
    this.#socket.close(1001, 'Going away')
  }

  /**
   * The parser buffers a frame until it ends, however long that takes, so all bytes are counted: a NUL ends a frame
   * only outside a body with a content-length.
   */
  #read(data: RawData) {
    this.#hear()
    for (const part of data.toString().split(/(?<=\0)/)) {
      if (this.#socket.readyState !== this.#socket.OPEN) return
      this.#frameBytes += Buffer.byteLength(part)
      if (this.#frameBytes > (this.user ? limits.frameBytes : limits.connectBytes))
        return this.#refuse('Frame too large')
      try {
        this.#parser.parseChunk(part)
      } catch {
        return this.#refuse('Malformed frame')
      }
    }
  }

  /** The parser's buffer is empty; until CONNECT is answered, frames that wait for the answer still count. */
  #countAnew() {
    if (this.user) this.#frameBytes = 0
  }

  /** Answers frames in order, however long a database query takes. */
  #enqueue(frame: Frame) {
    this.#queue = this.#queue
      .then(() => this.#answer(frame))
      .catch((error) => this.#refuse(error instanceof Refusal ? error.message : 'Internal error'))
  }

  async #answer({ command, headers: pairs, hasBody }: Frame) {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    // The first of repeated headers counts, and the headers of CONNECT are not escaped (STOMP 1.2).
    const isLogin = command === 'CONNECT' || command === 'STOMP'
    const headers = new Map([...pairs].reverse().map((pair) => (isLogin ? pair : readPair(pair))))
    if (hasBody && command !== 'SEND') throw new Refusal(`${command.slice(0, 20)} has no body`)
    if (isLogin) return this.#connect(headers)
    if (!this.user) throw new Refusal('Connect first')
    if (command === 'SUBSCRIBE') this.#subscribe(headers)
    else if (command === 'UNSUBSCRIBE') this.#unsubscribe(headers.get('id') ?? '')
    else if (command !== 'DISCONNECT') throw new Refusal(`${command.slice(0, 20)} is not for clients`)
    const receipt = headers.get('receipt')
    if (receipt) this.#send('RECEIPT', { 'receipt-id': receipt })
    if (command === 'DISCONNECT') this.#socket.close(1000)
  }

  async #connect(headers: Map<string, string>) {
    if (this.user) throw new Refusal('Connected already')
    const version = ['1.2', '1.1'].find((one) => (headers.get('accept-version') ?? '').split(',').includes(one))
    if (!version) throw new Refusal('Supported versions: 1.1, 1.2')
    const { sendsMs, wantsMs } = heartBeats(headers.get('heart-beat'))
    const user = await this.#gate.login(headers.get('login') ?? '', headers.get('passcode') ?? '')
    const allowed = user && (await this.#gate.destinations(user))
    if (!user || !allowed) throw new Refusal('Bad CONNECT')
    // A client that has left in the meantime is already cleaned up.
    if (this.#socket.readyState !== this.#socket.OPEN) return
    if (this.#ofUser.isFull(nameOf(user)))
      throw new Refusal('Too many live connections of this user. Close other tabs.')
    this.#ofUser.take(nameOf(user))
    this.user = user
    this.#frameBytes = 0
    this.#allowed = allowed
    if (wantsMs > 0) this.#timers.push(setInterval(() => this.take(webSocketFrame('\n')), wantsMs))
    this.#watch(sendsMs)
    this.#send('CONNECTED', { version, 'heart-beat': `${wantsMs},${sendsMs}`, server: 'Parada' })
  }

  #subscribe(headers: Map<string, string>) {
    const id = headers.get('id')
    const destination = headers.get('destination') ?? ''
    if (!id || id.length > 200) throw new Refusal('SUBSCRIBE needs an id')
    if (this.#subscribed.has(id)) throw new Refusal('This subscription id is taken')
    if (this.#subscribed.size >= limits.subscriptions) throw new Refusal('Too many subscriptions')
    if (!this.#allowed.has(destination)) throw new Refusal('Not authorized')
    this.#subscribed.set(id, destination)
    this.#subscriptions.add(destination, id, this)
  }

  #unsubscribe(id: string) {
    const destination = this.#subscribed.get(id)
    if (destination === undefined) return
    this.#subscribed.delete(id)
    this.#subscriptions.remove(destination, id, this)
  }

  #hear() {
    this.#heardAt = Date.now()
  }

  /**
   * Terminates a client that is silent for two intervals. One that promises no heart-beats, or only rare ones, is
   * pinged in between.
   */
  #watch(sendsMs: number) {
    const isPinged = sendsMs === 0 || sendsMs > limits.heartbeatMs
    const everyMs = isPinged ? limits.heartbeatMs : sendsMs
    const check = () => {
      if (Date.now() - this.#heardAt > everyMs * 2) this.#socket.terminate()
      else if (isPinged && this.#socket.readyState === this.#socket.OPEN) this.#socket.ping()
    }
    this.#timers.push(setInterval(check, everyMs))
  }

  #send(command: string, headers: Record<string, string>) {
    this.take(webSocketFrame(stompFrame(command, headers)))
  }

  #refuse(message: string) {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    this.#send('ERROR', { message })
    this.#socket.close(1008, message)
  }

  #forget() {
    for (const timer of this.#timers) clearInterval(timer)
    for (const id of [...this.#subscribed.keys()]) this.#unsubscribe(id)
    if (this.user) this.#ofUser.giveBack(nameOf(this.user))
  }
}

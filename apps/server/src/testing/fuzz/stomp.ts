import { once } from 'node:events'
import fc from 'fast-check'
import WebSocket from 'ws'
import { stompFrame } from '../../live/frames.ts'
import { nasty } from './nonsense.ts'

/** What a client needs to be let in. */
export type Login = { user: string; password: string; topicPrefix: string }

const commands = [
  'SUBSCRIBE',
  'UNSUBSCRIBE',
  'DISCONNECT',
  'SEND',
  'ACK',
  'NACK',
  'BEGIN',
  'COMMIT',
  'ABORT',
  'CONNECT',
]

const headerNames = [
  'id',
  'destination',
  'receipt',
  'accept-version',
  'heart-beat',
  'content-length',
  'login',
  'passcode',
]

const numbers = ['0', '1', '-1', '4', '900000000', '1e9', 'NaN', '9'.repeat(30)]

const rightConnect = ({ user, password }: Login) => ({ 'accept-version': '1.2', login: user, passcode: password })

/** Valid frames, faulty frames, and bytes that are no frames; some are cut off, some run together. */
const messagesOf = (login: Login) => {
  const destinations = ['everybody', 'fleet.29', 'fleet.*', 'user.1'].map((topic) => login.topicPrefix + topic)
  const ids = fc.constantFrom('a', 'b', 'c', 'd', 'a:b')
  const right = fc.oneof(
    fc
      .record({ id: ids, destination: fc.constant(destinations[0] ?? ''), receipt: ids })
      .map((headers) => stompFrame('SUBSCRIBE', headers)),
    fc.record({ id: ids, receipt: ids }).map((headers) => stompFrame('UNSUBSCRIBE', headers)),
    fc.constant('\n'),
  )
  const value = fc.oneof(
    nasty,
    ids,
    fc.constantFrom(...destinations, ...numbers, '1.2', '0,0', '1,9999999999999', '\\t'),
  )
  const pair = fc.tuple(fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...headerNames) }, nasty), value)
  const wrong = fc
    .tuple(
      fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...commands) }, nasty),
      fc.array(pair, { maxLength: 6 }),
      fc.oneof({ weight: 3, arbitrary: fc.constant('') }, nasty),
      fc.boolean(),
    )
    .map(([command, headers, body, isEscaped]) =>
      isEscaped
        ? stompFrame(command, Object.fromEntries(headers), body)
        : `${command}\n${headers.map(([name, text]) => `${name}:${text}\n`).join('')}\n${body}\0`,
    )
  const text = fc.oneof({ weight: 5, arbitrary: right }, { weight: 4, arbitrary: wrong }, nasty)
  const cut = fc.tuple(text, fc.nat(60)).map(([whole, at]) => whole.slice(0, at))
  const joined = fc.array(text, { minLength: 2, maxLength: 5 }).map((parts) => parts.join(''))
  const bytes = fc.uint8Array({ maxLength: 300 }).map((given) => Buffer.from(given))
  return fc.oneof(
    { weight: 12, arbitrary: text },
    { weight: 1, arbitrary: cut },
    { weight: 1, arbitrary: joined },
    { weight: 1, arbitrary: bytes },
    { weight: 1, arbitrary: fc.nat(20_000).map((length) => 'x'.repeat(length)) },
  )
}

/** One client's life: whether it is let in, the frames it sends, and how it leaves. */
const livesOf = (login: Login) =>
  fc.record({
    isLetIn: fc.boolean(),
    waits: fc.boolean(),
    messages: fc.array(messagesOf(login), { minLength: 1, maxLength: 40, size: 'max' }),
    end: fc.constantFrom('terminate' as const, 'close' as const, 'goodbye' as const),
  })

type StompOutcome = {
  frames: number
  sockets: number
  knocked: number
  letIn: number
  told: Record<string, number>
}

type StompFuzz = { url: string; login: (nth: number) => Promise<Login>; frames: number; seed: number; atOnce: number }

/** Sends this many frames on sockets that come and go, several at a time, and counts the server's error messages. */
export const fuzzStomp = async ({ url, login, frames, seed, atOnce }: StompFuzz): Promise<StompOutcome> => {
  const outcome: StompOutcome = { frames: 0, sockets: 0, knocked: 0, letIn: 0, told: {} }

  const live = async (known: Login, { isLetIn, waits, messages, end }: Life) => {
    const socket = new WebSocket(url, 'v12.stomp')
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.on('error', () => {})
    let said = ''
    socket.on('message', (data) => (said += data))
    await once(socket, 'open')
    outcome.sockets++
    if (isLetIn) {
      socket.send(stompFrame('CONNECT', rightConnect(known)))
      outcome.frames++
      outcome.knocked++
      if (waits) await Promise.race([once(socket, 'message'), closed])
    }
    for (const message of messages) {
      if (socket.readyState !== socket.OPEN) break
      socket.send(message)
      outcome.frames++
      if (outcome.frames % 7 === 0) await new Promise(setImmediate)
    }
    if (end === 'goodbye') socket.send(stompFrame('DISCONNECT', {}), () => {})
    if (end === 'terminate') socket.terminate()
    else socket.close()
    await closed
    if (said.includes('CONNECTED\n')) outcome.letIn++
    for (const [, message = ''] of said.matchAll(/ERROR\nmessage:(.*)\n/g))
      outcome.told[message] = (outcome.told[message] ?? 0) + 1
  }

  const work = async (nth: number) => {
    for (let batch = 0; outcome.frames < frames; batch++) {
      const known = await login(nth)
      const lives = fc.sample(livesOf(known), { seed: seed + nth * 1_000_003 + batch, numRuns: 20 })
      for (const life of lives) if (outcome.frames < frames) await live(known, life)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, (_, nth) => work(nth)))
  return outcome
}
type Life = ReturnType<typeof livesOf> extends fc.Arbitrary<infer Value> ? Value : never

import { setTimeout as wait } from 'node:timers/promises'
import { messageOf } from '@parada/domain/errors'
import pg from 'pg'

export type Listening = {
  /** Whether this process holds the lock, which only one can; asks for it where nobody does. */
  holdsLock: () => Promise<boolean>
  /** Asks over this connection, however busy the others are; fails while it is away. */
  query: <Row extends object>(text: string, values: readonly unknown[]) => Promise<Row[]>
  close: () => Promise<void>
}

type Options = {
  /** Only for whoever asks `holdsLock`; those who merely hear need none. */
  lock?: string
  channels: readonly string[]
  hear: (channel: string, payload: string) => void
  onConnect: () => void
  log: (line: string) => void
}

const retryEvery = 500
/** A question without an answer for so long means that the connection is lost. */
const silenceMs = 10_000
/** So long a word is not heard again: under load the pauses grow, and what it tells of is read in batches. */
const [shortestPauseMs, longestPauseMs] = [5, 25]
/** PostgreSQL notices within seconds that the machine at the other end is gone, and frees the lock. */
const noticeSilence = 'set tcp_keepalives_idle = 2; set tcp_keepalives_interval = 1; set tcp_keepalives_count = 2'

/** Hears a word at once; one that is said again in the pause after it is heard once more, when the pause is over. */
export const withPauses = (hear: Options['hear']): Options['hear'] => {
  const again = new Map<string, boolean>()
  const say = (channel: string, payload: string, word: string, pauseMs: number) => {
    again.set(word, false)
    setTimeout(() => {
      if (again.get(word)) say(channel, payload, word, Math.min(longestPauseMs, pauseMs * 2))
      else again.delete(word)
    }, pauseMs).unref()
    hear(channel, payload)
  }
  return (channel, payload) => {
    const word = `${channel} ${payload}`
    if (again.has(word)) again.set(word, true)
    else say(channel, payload, word, shortestPauseMs)
  }
}

/** One connection of its own that hears NOTIFY and holds a lock for as long as it lives; it is made anew when it is lost. */
export const listen = (url: string, { lock, channels, hear, onConnect, log }: Options): Listening => {
  let client: pg.Client | undefined
  let isHolding = false
  let isClosed = false
  const hearWord = withPauses(hear)

  const connect = async () => {
    const fresh = new pg.Client({
      connectionString: url,
      application_name: 'parada-listen',
      keepAlive: true,
      query_timeout: silenceMs,
    })
    fresh.on('notification', ({ channel, payload = '' }) => hearWord(channel, payload))
    fresh.on('error', () => {})
    try {
      await fresh.connect()
      await fresh.query(noticeSilence)
      for (const channel of channels) await fresh.query(`listen ${channel}`)
    } catch (error) {
      void fresh.end().catch(() => {})
      throw error
    }
    client = fresh
    // Only now: an attempt that fails ends too, and whoever made it tries again already.
    fresh.once('end', () => {
      client = undefined
      isHolding = false
      if (!isClosed) void keepTrying()
    })
    onConnect()
  }

  const keepTrying = async () => {
    for (let attempt = 0; !isClosed; attempt++) {
      try {
        return await connect()
      } catch (error) {
        if (attempt === 0) log(`Waiting for the database: ${messageOf(error)}`)
        await wait(retryEvery)
      }
    }
  }
  const started = keepTrying()

  const query = async <Row extends object>(text: string, values: readonly unknown[]) => {
    const asked = client
    if (!asked) throw new Error('Connection terminated')
    try {
      return (await asked.query<Row>(text, [...values])).rows
    } catch (error) {
      // Gone without a word, perhaps: then another connection is made.
      if (!(error instanceof pg.DatabaseError)) void asked.end().catch(() => {})
      throw error
    }
  }

  return {
    query,
    holdsLock: async () => {
      if (isHolding || !client || lock === undefined) return isHolding
      const [answer] = await query<{ held: boolean }>('select pg_try_advisory_lock(hashtextextended($1, 0)) as held', [
        lock,
      ])
      isHolding = answer?.held ?? false
      return isHolding
    },
    close: async () => {
      isClosed = true
      await started
      await client?.end().catch(() => {})
    },
  }
}

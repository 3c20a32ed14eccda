import { setTimeout as wait } from 'node:timers/promises'
import { messageOf } from '@parada/domain/errors'
import pg from 'pg'

export type Listening = {
  /** Whether this process holds the lock, which only one can; tries to take it if not. */
  holdsLock: () => Promise<boolean>
  /** Runs a query on this connection, however busy the others are; fails while it is lost. */
  query: <Row extends object>(text: string, values: readonly unknown[]) => Promise<Row[]>
  close: () => Promise<void>
}

type Options = {
  /** Needed only for `holdsLock`. */
  lock?: string
  channels: readonly string[]
  hear: (channel: string, payload: string) => void
  onConnect: () => void
  log: (line: string) => void
}

const retryEvery = 500
/** A query unanswered for this long means that the connection is lost. */
const silenceMs = 10_000
/** How long repeats of a notification are held back. The pauses grow under load, so that more is read in one batch. */
const [shortestPauseMs, longestPauseMs] = [5, 25]
/** Makes PostgreSQL notice within seconds that the client's machine is gone, and free the lock. */
const noticeSilence = 'set tcp_keepalives_idle = 2; set tcp_keepalives_interval = 1; set tcp_keepalives_count = 2'

/** Passes a notification on at once; repeats during the pause after it are passed on once, when the pause is over. */
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

/** A dedicated connection that receives NOTIFY and holds a lock for as long as it lives; it reconnects when lost. */
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
    // Registered only now: a failed attempt ends its client too, and its caller already retries.
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
      // The connection may have died silently: end it, so that a new one is made.
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

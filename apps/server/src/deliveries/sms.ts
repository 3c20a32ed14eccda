import { join } from 'node:path'
import { intoFile } from './into-file.ts'
import { givingUpAfter, type Send, Undeliverable } from './outbox-worker.ts'

type SmsSettings = { home: string; sms: { url?: string | undefined; token?: string | undefined; from: string } }

/** About ten minutes: later than that, an SMS about a taxi is useless. */
const mostAttempts = 8
const timeOut = 10_000

/** The contract with a gateway is in docs/operate.md; the id lets it drop a message that it already has. */
const overHttp =
  (config: SmsSettings, url: string): Send<'sms'> =>
  async (id, { to, text }) => {
    const answered = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(config.sms.token && { authorization: `Bearer ${config.sms.token}` }),
      },
      body: JSON.stringify({ id: `parada-${id}`, to, from: config.sms.from, text }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeOut),
    })
    await answered.body?.cancel()
    if (answered.ok) return
    const reason = `The SMS gateway answered ${answered.status}`
    // 429 asks us to wait, so it is retried; any other 4xx is about the message itself.
    const isFinal = answered.status >= 400 && answered.status < 500 && answered.status !== 429
    throw isFinal ? new Undeliverable(reason) : new Error(reason)
  }

/** Without a gateway each SMS becomes a file. */
const intoFiles =
  (config: SmsSettings): Send<'sms'> =>
  (id, { to, text }) =>
    intoFile(join(config.home, 'sms'), id, 'txt', `To: ${to}\n\n${text}\n`)

export const smsSender = (config: SmsSettings) =>
  givingUpAfter(mostAttempts, config.sms.url ? overHttp(config, config.sms.url) : intoFiles(config))

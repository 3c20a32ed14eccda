import { setTimeout as wait } from 'node:timers/promises'
import type { AnswerOf, Call } from '@parada/contract/kit'
import { envelopeOf } from './client.ts'
import { type Signer, sign } from './signature.ts'

/** Parada has given it to another supplier, or has ended it. */
export class Gone extends Error {}

type Telling = {
  method?: 'POST' | 'PUT'
  /** Not retried, because the next message makes up for a lost one. */
  isOnce?: boolean
  signal?: AbortSignal | undefined
}

const answerWithin = 10_000
const mostAttempts = 8
const waitAfter = (attempt: number) => Math.min(15_000, 500 * 2 ** attempt)
const isPassing = (status: number) => status === 429 || status >= 500

/** The connection from a supplier to Parada, signed with its secret. */
export const signedLine = (api: string, subdomain: string, signer: Signer) => {
  const send = async (method: 'GET' | 'POST' | 'PUT', name: string, body: string) => {
    const path = `/suppliers/${subdomain}/${name}`
    const answer = await fetch(api + path, {
      method,
      headers: {
        ...sign(signer, { method, path, body }, Date.now()),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body }),
      signal: AbortSignal.timeout(answerWithin),
    })
    return { status: answer.status, ...(await envelopeOf(answer)) }
  }

  /**
   * Sends a message, with retries until it is received, and returns the response. Throws once the attempts are used up.
   */
  const tell = async (name: string, message: object, { method = 'POST', isOnce = false, signal }: Telling = {}) => {
    const body = JSON.stringify(message)
    const what = 'type' in message ? String(message.type) : name
    const attempts = isOnce ? 1 : mostAttempts
    for (let attempt = 1; attempt <= attempts; attempt++) {
      const answered = await send(method, name, body).catch(() => undefined)
      if (answered?.status === 200) return answered.response
      if (answered && !isPassing(answered.status)) {
        const why = `${what} answered ${answered.status}: ${answered.meta.errorMessage ?? ''}`
        throw answered.status === 404 || answered.status === 409 ? new Gone(why) : new Error(why)
      }
      if (attempt < attempts) await wait(waitAfter(attempt), undefined, signal && { signal })
    }
    if (!isOnce) throw new Error(`${what} was not heard`)
    return undefined
  }

  const ask = async <C extends Call>(call: C): Promise<AnswerOf<C>> => {
    const name = call.path.replace('/suppliers/:sd/', '')
    for (let attempt = 1; ; attempt++) {
      const { status, meta, response } = await send('GET', name, '')
      if (status === 200) return response as AnswerOf<C>
      if (!isPassing(status) || attempt === mostAttempts)
        throw new Error(`The ${name} of ${signer.kind} ${signer.id} were not answered: ${meta.errorMessage}`)
      await wait(waitAfter(attempt))
    }
  }

  return { tell, ask }
}

import { z } from 'zod'
import { type Answer, ask, isFinal, type Message, type Trust } from './ask.ts'
import { type Facts, type Register, RegisterRefusal } from './port.ts'

const Id = z.string().regex(/^\P{Cc}{1,200}$/u)
const Registered = z.object({ idservicio: Id, isStarted: z.boolean(), isCancelled: z.boolean() })
const Refusal = z.object({ error: z.string() })

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const iso = (time: number | null) => (time === null ? undefined : new Date(time).toISOString())

const told = ({ fcontrato, fprevistainicio, ffin, ...facts }: Facts) => ({
  ...facts,
  fcontrato: iso(fcontrato),
  fprevistainicio: iso(fprevistainicio),
  ffin: iso(ffin),
})

const reasonOf = ({ status, text }: Answer) => {
  const read = Refusal.safeParse(parsed(text))
  return read.success ? read.data.error : `The register answered ${status}`
}

const checkAnswer = (answer: Answer) => {
  if (answer.status < 200 || answer.status > 299) throw new Error(reasonOf(answer))
  return parsed(answer.text)
}

const registeredIn = (answered: unknown) => {
  const read = Registered.safeParse(answered)
  if (!read.success) throw new Error('The register answered something else than agreed')
  return read.data
}

/** A register that speaks JSON (docs/route-sheets.md). */
export const restRegister = (url: string, trust: Trust): Register => {
  const addressOf = (path: string) => new URL(`${url.replace(/\/$/, '')}${path}`)
  const send = (message: Omit<Message, 'address'>, path: string) => ask({ ...message, address: addressOf(path) }, trust)
  const post = async (path: string, body: object, key: string) => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': key }
    const answer = await send({ method: 'POST', headers, body: JSON.stringify(body) }, path)
    if (isFinal(answer.status)) throw new RegisterRefusal(reasonOf(answer))
    return checkAnswer(answer)
  }

  return {
    find: async (reference) => {
      const answer = await send({ method: 'GET' }, `/sheets/by-reference/${encodeURIComponent(reference)}`)
      // A failed lookup is not a refusal of the sheet.
      return answer.status === 404 ? undefined : registeredIn(checkAnswer(answer))
    },
    register: async (reference, facts) => registeredIn(await post('/sheets', { reference, ...told(facts) }, reference)),
    start: async (id) => void (await post(`/sheets/${encodeURIComponent(id)}/start`, {}, `${id} start`)),
    cancel: async (id) => void (await post(`/sheets/${encodeURIComponent(id)}/cancel`, {}, `${id} cancel`)),
  }
}

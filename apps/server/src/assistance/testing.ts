import type { AssistanceCase, CaseChange } from '@parada/contract/calls/assistance'
import type { UserKind } from '@parada/db/seed/demo-users'
import { detailsOf } from '@parada/domain/assistance/case'
import { sha256, sign } from '../suppliers/signature.ts'
import { atocha, type Desk, hours, sol } from '../testing/desk.ts'

type CaseAnswer = {
  id: number
  idService: number | null
  status: number | null
  errorMessage: string
  repeated: boolean
}
type SentAs = { sd?: string; key?: string; at?: Date }

let posted = 0

const whole = (now: number) => ({
  codExpediente: `T-${++posted}`,
  numServicio: '1',
  at: now,
  tipoExpediente: 'Avería',
  pais: 'España',
  provincia: 'Madrid',
  fechaServicio: now + hours(2),
  coordenadaX: sol.lon,
  coordenadaY: sol.lat,
  localizacionVehiculo: sol.addressField,
  coordenadaXDest: atocha.lon,
  coordenadaYDest: atocha.lat,
  direccionTraslado: atocha.addressField,
  conductor: 'Lucía Inventada',
  telefono: '600000321',
  notes: '',
})

/** A complete case with a reference of its own; `change` may hold invalid values. */
export const aCase = (now: number, change: object = {}): ReturnType<typeof whole> => ({ ...whole(now), ...change })

/**
 * Requests of an insurer of the demo tenant, correctly signed unless told otherwise, and the desk's requests to read
 * and edit its cases.
 */
export const insurerLine = (desk: Desk, idInsurer = 1) => {
  const { server } = desk
  const secretOf = async () => {
    const { secret } = await server.database.inTenant(1, (tx) =>
      tx.selectFrom('insurer').select('secret').where('id', '=', idInsurer).executeTakeFirstOrThrow(),
    )
    return secret ?? ''
  }
  const send = async (name: string, told: unknown, as: SentAs = {}) => {
    const { sd = 'demo', key = await secretOf(), at = server.clock.now } = as
    const path = `/suppliers/${sd}/${name}`
    const body = JSON.stringify(told)
    const sender = { subdomain: sd, idInsurer, secret: key }
    const headers = {
      ...sign(sender, { method: 'POST', path, bodySha256: sha256(body) }, at),
      'content-type': 'application/json',
    }
    return server.ask<CaseAnswer>(`/api${path}`, { method: 'POST', headers, body })
  }
  const post = (told: unknown, as?: SentAs) => send('cases', told, as)
  /** The response, or an error with the reason for the refusal. */
  const posted = async (told: unknown) => {
    const { meta, response } = await post(told)
    if (!response) throw new Error(JSON.stringify(meta))
    return response
  }
  const get = async (id: number, as: UserKind = 'operator') => {
    const answer = await desk.get<{ case: AssistanceCase; journal: CaseChange[] }>(`/asistencia/demo/${id}`, as)
    if (!answer.response) throw new Error(JSON.stringify(answer.meta))
    return answer.response
  }
  const mend = async (id: number, change: Partial<AssistanceCase>, as: UserKind = 'operator', version?: number) => {
    const { case: found } = await get(id, 'everything')
    const body = { ...detailsOf(found), ...change, version: version ?? found.version }
    return desk.put<{ case: AssistanceCase }>(`/asistencia/demo/${id}`, body, as)
  }
  return { send, post, posted, get, mend }
}

import { connect } from '@parada/db/connect'
import { reachInstallation } from '@parada/db/installation/backup'
import { appUrlOf } from '@parada/db/installation/migrate'
import { keysOf } from '@parada/db/open'
import { bareClients } from '../kit/bare-client.ts'
import { keptConnection } from '../kit/http-client.ts'
import { everything, newHome, serverAlone, startProduct } from '../kit/product.ts'

const answerIn = <Answer>(body: Buffer) => {
  const { response }: { response: Answer } = JSON.parse(body.toString())
  return response
}

/** The server as `npm start` runs it, with its own database and durable commits, and one signed-in user. */
export const openOffice = async () => {
  const { home, dispose } = newHome()
  const product = await startProduct(home, { PARADA_DEMO_HISTORY: '0', LOG_LEVEL: 'warn' }, serverAlone)
  const { ownerUrl, close } = await reachInstallation({ home, log: () => {} }, true)
  const owner = await connect(ownerUrl, 'bench')
  const bare = bareClients(appUrlOf(ownerUrl))
  const connections: Awaited<ReturnType<typeof keptConnection>>[] = []

  const signIn = async () => {
    const { ask, close: hangUp } = await keptConnection(product.port)
    const answer = await ask('/api/authenticate/demo/', { authorization: everything('demo').authorization }, 'POST')
    hangUp()
    return answerIn<{ token: string }>(answer).token
  }
  const token = await signIn()

  /** A desk with a connection of its own. */
  const openDesk = async () => {
    const connection = await keptConnection(product.port)
    connections.push(connection)
    return {
      read: (path: string) => connection.ask(`/api${path}`, { token }),
      post: async <Answer = unknown>(path: string, body: object) => {
        const headers = { token, 'idempotency-key': crypto.randomUUID() }
        return answerIn<Answer>(await connection.ask(`/api${path}`, headers, 'POST', body))
      },
    }
  }

  const stop = async () => {
    for (const connection of connections) connection.close()
    await bare.end()
    await owner.end()
    await close()
    await product.stop()
    await dispose()
  }
  return { origin: product.origin, owner, secrets: keysOf(home), openBare: () => bare.open(1), openDesk, stop }
}
export type Office = Awaited<ReturnType<typeof openOffice>>
export type Desk = Awaited<ReturnType<Office['openDesk']>>

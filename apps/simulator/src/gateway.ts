import { createServer, type IncomingMessage } from 'node:http'
import { NoteMessage, OrderMessage, WithdrawalMessage } from '@parada/contract/calls/suppliers'
import type { DispatchOffice } from './office.ts'
import { playRegister } from './register.ts'
import { addressee, isSigned } from './signature.ts'
import type { Link } from './simulator-config.ts'

export type Door = { link: Link; office: DispatchOffice }
type Answer = { status: number; body: object }

const received: Answer = { status: 200, body: { received: true } }
const wrong = (status: number, error: string): Answer => ({ status, body: { error } })
const longest = 262_144

const textOf = async (request: IncomingMessage) => {
  let text = ''
  for await (const part of request.setEncoding('utf8')) {
    text += part
    if (text.length > longest) throw new Error('Too long')
  }
  return text
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Handles a message from Parada by method and path (docs/suppliers.md). */
const answerTo = (office: DispatchOffice, method: string, url: URL, text: string): Answer => {
  const [, id = '', rest = ''] = /^\/orders(?:\/([^/]+))?(?:\/(withdraw|notes))?$/.exec(url.pathname) ?? []
  const said = `${method} ${url.pathname.replace(id || /$^/, ':id')}`
  const body = parsed(text)
  switch (said) {
    case 'POST /orders':
    case 'PUT /orders/:id': {
      const order = OrderMessage.safeParse(body)
      if (!order.success || (id && order.data.id !== id)) return wrong(400, 'Not an order')
      office[id ? 'amend' : 'order'](order.data)
      return received
    }
    case 'POST /orders/:id/withdraw': {
      const withdrawal = WithdrawalMessage.safeParse(body)
      if (!withdrawal.success || withdrawal.data.id !== id) return wrong(400, 'Not a withdrawal')
      office.withdraw(id)
      return received
    }
    case 'POST /orders/:id/notes':
      return NoteMessage.safeParse(body).success && rest ? received : wrong(400, 'Not a note')
    case 'GET /availability': {
      const [lat, lon] = [Number(url.searchParams.get('lat')), Number(url.searchParams.get('lon'))]
      return { status: 200, body: office.availability({ lat, lon }) }
    }
    default:
      return wrong(404, 'Not found')
  }
}

/** The fleets' side of the supplier contract, which trusts only signed messages, and the authority's register. */
export const openGateway = async (listen: string, doors: readonly Door[]) => {
  const byAddress = new Map(doors.map((door) => [`${door.link.subdomain}:${door.link.idFleet}`, door]))
  const base = new URL(listen)
  const register = playRegister()
  const answerFor = async (request: IncomingMessage): Promise<Answer> => {
    const { method = '', url: path = '', headers } = request
    const body = await textOf(request)
    const [, toRegister] = /^\/register(\/.*)$/.exec(path) ?? []
    if (toRegister !== undefined) return register(method, toRegister, parsed(body))
    const door = byAddress.get(addressee(headers))
    if (!door || !isSigned(headers, door.link.secret, { method, path, body }, Date.now()))
      return wrong(401, 'Wrong signature')
    return answerTo(door.office, method, new URL(path, base), body)
  }
  const server = createServer((request, response) =>
    answerFor(request)
      .catch(() => wrong(400, 'Not understood'))
      .then(({ status, body }) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
      ),
  )
  // The server keeps its connections open. One that closes while it writes would look like a fleet that cannot be
  // reached.
  server.keepAliveTimeout = 65_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(Number(base.port), base.hostname, resolve)
  })
  return {
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}

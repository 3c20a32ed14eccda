import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

type ReceivedSms = { headers: IncomingHttpHeaders; body: { id: string; to: string; from: string; text: string } }

/** An SMS gateway that records what it receives and answers as told. */
export const startGateway = async () => {
  const received: ReceivedSms[] = []
  const answers: number[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (part) => {
      text += part
    })
    request.on('end', () => {
      received.push({ headers: request.headers, body: JSON.parse(text) })
      response.writeHead(answers.shift() ?? 202).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/sms`,
    received,
    /** The statuses of the next responses; 202 once there are none left. */
    answers,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
export type Gateway = Awaited<ReturnType<typeof startGateway>>

import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type HeardRequest = {
  method: string
  path: string
  headers: Record<string, string | string[] | undefined>
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever was sent
  body: any
}

type Answer = (heard: HeardRequest, response: ServerResponse) => void

export const answering =
  (status: number, text: string): Answer =>
  (_, response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(text)

export const received = answering(200, '{"received":true}')
/** Takes the request and never answers. */
export const hanging: Answer = () => {}

/** The dispatch system of a fleet: a real server that records requests and answers as instructed. */
export const startFleet = async (answer: Answer = received) => {
  const heard: HeardRequest[] = []
  const state = { answer }
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const part of request) text += part
    const { method = '', url = '', headers } = request
    const one = { method, path: url, headers, text, body: text ? JSON.parse(text) : undefined }
    heard.push(one)
    state.answer(one, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    heard,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/parada`,
    answers: (next: Answer) => {
      state.answer = next
    },
    /** The requests recorded at matching paths, such as /orders. */
    at: (end: RegExp) => heard.filter(({ path }) => end.test(path)),
    stop: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}
export type TestFleet = Awaited<ReturnType<typeof startFleet>>

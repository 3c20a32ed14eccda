import type { AddressInfo } from 'node:net'
import type { Database } from '@parada/db/open'
import Fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { FileAnswer, sendFile } from './file-answer.ts'

it('ends and logs a file response whose connection is cut right before a chunk is written', async () => {
  const logged: string[] = []
  const app = Fastify({ logger: { stream: { write: (line: string) => logged.push(line) } } })
  onTestFinished(() => app.close())
  let isOver = false
  app.get('/', (_, reply) => {
    async function* content() {
      try {
        yield Buffer.from('first')
        // The response notices this only a moment later.
        reply.raw.socket?.destroy()
        yield Buffer.from('second')
      } finally {
        isOver = true
      }
    }
    const answer = new FileAnswer(async () => ({ name: 'file', type: 'text/plain', content: content() }))
    return sendFile(reply, answer, {} as Database)
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  await expect(fetch(`http://127.0.0.1:${port}/`).then((answer) => answer.text())).rejects.toThrow()
  await expect.poll(() => isOver).toBe(true)
  expect(logged.filter((line) => line.includes('Somebody left before the end of a file'))).toHaveLength(1)
})

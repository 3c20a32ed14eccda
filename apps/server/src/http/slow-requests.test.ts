import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { portOf } from '../start/port.ts'
import { type TestServer, testServer } from '../testing/server.ts'

const limitMs = 1_000

let server: TestServer
let token: string
let idDocument: number
const open = new Set<Socket>()
beforeAll(async () => {
  server = await testServer({ REQUEST_SECONDS: String(limitMs / 1_000) })
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  token = await server.signInAs('everything')
  const made = await server.ask<{ document: { id: number } }>('/api/documents/demo/', {
    method: 'POST',
    token,
    body: { idUser: 100_001, type: 'passport' },
  })
  idDocument = made.response?.document.id ?? 0
})
afterAll(async () => {
  for (const socket of open) socket.destroy()
  await server.stop()
})

const connected = async () => {
  const socket = connect({ host: '127.0.0.1', port: portOf(server.app.server) })
  open.add(socket)
  await once(socket, 'connect')
  return socket
}

/**
 * Sends the beginning, then one byte after another without end. Returns the response, and how many times the limit it
 * took until the connection was cut.
 */
const drip = async (beginning: string, byte: string) => {
  const socket = await connected()
  let answer = ''
  socket.on('data', (chunk) => (answer += chunk))
  // A socket that is cut while it sends emits an error.
  socket.on('error', () => {})
  const closed = new Promise<true>((resolve) => socket.once('close', () => resolve(true)))
  const start = performance.now()
  socket.write(beginning)
  while (!(await Promise.race([closed, wait(50, false)]))) {
    if (performance.now() - start > 25 * limitMs) break
    if (socket.writable) socket.write(byte)
  }
  return { answer, isCut: socket.destroyed, limits: (performance.now() - start) / limitMs }
}

const head = (line: string, type: string) =>
  `${line} HTTP/1.1\r\nHost: demo.localhost\r\nToken: ${token}\r\nContent-Type: ${type}\r\n`
const endless = 'Content-Length: 900000\r\n\r\n'

describe('a request that is slow', () => {
  const ways: [string, () => string, string][] = [
    ['with its head', () => 'GET /api/users/demo/self HTTP/1.1\r\nHost: demo.localhost\r\nX-Slow: ', 'x'],
    ['with its body', () => `${head('POST /api/messages/demo/', 'application/json')}${endless}{"message":"`, 'x'],
    [
      'as a sheet',
      () => `${head('POST /api/authorizations/demo/sheets?fileName=a.csv', 'application/octet-stream')}${endless}`,
      'x',
    ],
    [
      'as a document',
      () => `${head(`POST /api/documents/demo/${idDocument}/front`, 'application/octet-stream')}${endless}`,
      'x',
    ],
  ]
  it.concurrent.each(ways)('%s is cut off', async (_, beginning, byte) => {
    const { answer, isCut, limits } = await drip(beginning(), byte)
    expect(isCut).toBe(true)
    expect(limits).toBeGreaterThan(0.9)
    if (answer) expect(answer).toMatch(/^HTTP\/1\.1 (408|400|404) /)
  })

  it('gets 408 in the envelope', async () => {
    const { answer } = await drip('GET /api/users/demo/self HTTP/1.1\r\nX-Slow: ', '')
    expect(answer).toMatch(/^HTTP\/1\.1 408 /)
    expect(answer).toMatch(/^Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r$/m)
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toEqual({
      meta: { code: 408, errorMessage: 'The request took too long to arrive' },
    })
  })

  it('leaves no error in the log', () => {
    expect(server.logged.filter((line) => JSON.parse(line).level >= 50)).toEqual([])
  })
})

it('does not cut off a response that is read slowly', async () => {
  const socket = await connected()
  const body = JSON.stringify({ columns: ['id', 'phoneNumber', 'firstName', 'lastName'], language: 'en' })
  let size = 0
  socket.write(
    `${head('POST /api/callers/demo/export/csv', 'application/json')}Content-Length: ${body.length}\r\n\r\n${body}`,
  )
  await once(socket, 'readable')
  // Longer than a request may take to arrive.
  await wait(3 * limitMs)
  let text = ''
  for await (const chunk of socket) {
    size += chunk.length
    text = (text + chunk).slice(-20)
  }
  expect(size).toBeGreaterThan(10_000)
  expect(text).toMatch(/0\r\n\r\n$/)
})

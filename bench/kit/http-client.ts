import { once } from 'node:events'
import { connect } from 'node:net'

const headEnd = Buffer.from('\r\n\r\n')

/**
 * Asks one question after the other over one kept connection and returns the whole body. A client of its own, because
 * Node's costs half as much as the server it would measure.
 */
export const keptConnection = async (port: number) => {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true })
  await once(socket, 'connect')
  let received = Buffer.alloc(0)
  let done: ((head: string, body: Buffer) => void) | undefined

  socket.on('data', (chunk: Buffer<ArrayBuffer>) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
    const at = received.indexOf(headEnd)
    if (at < 0) return
    const head = received.toString('latin1', 0, at)
    const start = at + headEnd.length
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1])
    if (received.length < start + length) return
    const body = received.subarray(start, start + length)
    received = Buffer.alloc(0)
    done?.(head, body)
  })

  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET', body?: object) => {
    const sent = body ? JSON.stringify(body) : ''
    const about = body && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(sent)) }
    const all = Object.entries({ host: 'localhost', ...about, ...headers })
    const lines = all.map(([name, value]) => `${name}: ${value}\r\n`)
    return new Promise<Buffer>((resolve, reject) => {
      done = (head, body) => {
        if (/^HTTP\/1\.1 20[01] /.test(head)) resolve(body)
        else reject(new Error(`${path} answered ${head.split('\r\n')[0]} ${body.toString().slice(0, 200)}`))
      }
      socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${sent}`)
    })
  }
  return { ask, close: () => socket.destroy() }
}

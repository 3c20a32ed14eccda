import { connect, createServer, type Socket } from 'node:net'
import { portOf } from '../apps/server/src/start/port.ts'

/**
 * A connection between browser and product that can be cut as wires are: nothing arrives, and neither side is notified.
 */
export const layWire = async () => {
  let isCut = false
  const pairs = new Set<[Socket, Socket]>()
  const waiting = new Set<Socket>()

  const join = (outer: Socket) => {
    const inner = connect({ host: 'localhost', port: Number(process.env.E2E_PORT) })
    const pair: [Socket, Socket] = [outer, inner]
    pairs.add(pair)
    for (const [one, other] of [pair, [inner, outer]] as const) {
      one.on('data', (data) => other.write(data))
      one.on('end', () => other.end())
      one.on('error', () => other.destroy())
      one.on('close', () => pairs.delete(pair))
    }
    outer.resume()
  }
  const take = (outer: Socket) => {
    outer.on('error', () => waiting.delete(outer))
    if (isCut) waiting.add(outer)
    else join(outer)
  }

  const server = createServer({ pauseOnConnect: true }, take)
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  return {
    origin: `http://demo.localhost:${portOf(server)}`,
    cut: () => {
      isCut = true
      for (const socket of [...pairs].flat()) socket.pause()
    },
    mend: () => {
      isCut = false
      for (const socket of [...pairs].flat()) socket.resume()
      for (const outer of waiting) join(outer)
      waiting.clear()
    },
    close: () => {
      for (const socket of [...[...pairs].flat(), ...waiting]) socket.destroy()
      server.close()
    },
  }
}

import { stompFrame, webSocketFrame } from './frames.ts'

/** Receives frames: a connection, or in a test a list. */
export type Taker = { take: (frame: Buffer) => void }

/** Who listens to which destination. Clients that chose the same subscription id share the bytes of a message. */
export const subscriptions = <T extends Taker>() => {
  const byDestination = new Map<string, Map<string, Set<T>>>()
  let count = 0

  return {
    add: (destination: string, id: string, taker: T) => {
      const byId = byDestination.get(destination) ?? new Map<string, Set<T>>()
      byDestination.set(destination, byId.set(id, (byId.get(id) ?? new Set<T>()).add(taker)))
    },
    remove: (destination: string, id: string, taker: T) => {
      const byId = byDestination.get(destination)
      const takers = byId?.get(id)
      takers?.delete(taker)
      if (takers?.size === 0) byId?.delete(id)
      if (byId?.size === 0) byDestination.delete(destination)
    },
    publish: (destination: string, body: string) => {
      const byId = byDestination.get(destination)
      if (!byId) return
      const messageId = `m-${++count}`
      for (const [subscription, takers] of byId) {
        const headers = { subscription, 'message-id': messageId, destination, 'content-type': 'application/json' }
        const frame = webSocketFrame(stompFrame('MESSAGE', headers, body))
        for (const taker of takers) taker.take(frame)
      }
    },
    size: () => byDestination.size,
  }
}
export type Subscriptions<T extends Taker> = ReturnType<typeof subscriptions<T>>

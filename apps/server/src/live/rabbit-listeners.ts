import type { LiveUser } from '@parada/db/queries/events'
import { limits } from './connection.ts'
import type { Gate } from './gate.ts'
import type { RabbitQueues } from './rabbit-queues.ts'

type Listener = {
  user: LiveUser
  allowed: ReadonlySet<string>
  /** The destination of each queue. */
  queues: Map<string, string>
  asked: string
  /** Two connections with the same credentials cannot be told apart. */
  isShared: boolean
}

/**
 * The most listeners kept in memory. One that RabbitMQ has let in is kept until its session ends or it is the oldest of
 * too many.
 */
const most = 20_000

const isSameUser = (one: Pick<LiveUser, 'tenantId' | 'userId'>, other: Pick<LiveUser, 'tenantId' | 'userId'>) =>
  one.tenantId === other.tenantId && one.userId === other.userId

const queueName = /^stomp-subscription-[\w-]+$/

/**
 * Answers RabbitMQ's questions about browsers from memory: two for a connection, six for a subscription. Ends the
 * queues of destinations that a user may no longer hear.
 */
export const rabbitListeners = (
  gate: Gate,
  { end, canEnd }: Pick<RabbitQueues, 'end' | 'canEnd'>,
  mostSessions: number,
) => {
  const listeners = new Map<string, Listener>()
  const owners = new Map<string, Listener>()

  const endQueues = (listener: Listener, queues: string[]) => {
    for (const queue of queues) {
      listener.queues.delete(queue)
      owners.delete(queue)
    }
    if (queues.length > 0) end(queues)
  }

  const forget = (userName: string, listener: Listener) => {
    listeners.delete(userName)
    endQueues(listener, [...listener.queues.keys()])
  }

  const owns = (userName: string, queue: string) => {
    const listener = listeners.get(userName)
    return listener !== undefined && owners.get(queue) === listener
  }

  const recheck = async (userName: string, listener: Listener) => {
    const allowed = await gate.destinations(listener.user).catch(() => listener.allowed)
    if (!allowed) return forget(userName, listener)
    listener.allowed = allowed
    const lost = [...listener.queues].filter(([, destination]) => !allowed.has(destination)).map(([queue]) => queue)
    if (lost.length > 0) endQueues(listener, listener.isShared ? [...listener.queues.keys()] : lost)
  }

  const otherSessions = ({ tokenHash, ...user }: LiveUser) => {
    const hashes = [...listeners.values()]
      .filter((one) => isSameUser(one.user, user) && !one.user.tokenHash.equals(tokenHash))
      .map((one) => one.user.tokenHash.toString('hex'))
    return new Set(hashes).size
  }

  /**
   * RabbitMQ does not report closed connections, so a user's sessions are counted instead, without those that are over.
   */
  const hasRoom = async (user: LiveUser) => {
    if (otherSessions(user) < mostSessions) return true
    await accessChanged(user)
    return otherSessions(user) < mostSessions
  }

  const accessChanged = async (user?: Pick<LiveUser, 'tenantId' | 'userId'>) => {
    for (const [userName, listener] of [...listeners])
      if (!user || isSameUser(listener.user, user)) await recheck(userName, listener)
  }

  return {
    login: async (userName: string, password: string) => {
      const user = await gate.login(userName, password)
      const allowed = user && (await gate.destinations(user))
      if (!user || !allowed || !(await hasRoom(user))) return false
      const known = listeners.get(userName)
      if (known) known.isShared = true
      else listeners.set(userName, { user, allowed, queues: new Map(), asked: '', isShared: false })
      const [oldest] = listeners
      if (listeners.size > most && oldest) forget(...oldest)
      return true
    },
    isKnown: (userName: string) => listeners.has(userName),
    /** Asked before the queue is declared, so that the destination of the queue is known by then. */
    mayHear: (userName: string, destination: string) => {
      const listener = listeners.get(userName)
      if (!listener?.allowed.has(destination)) return false
      listener.asked = destination
      return true
    },
    mayDeclare: (userName: string, queue: string) => {
      const listener = listeners.get(userName)
      if (!listener || !queueName.test(queue) || (owners.get(queue) ?? listener) !== listener) return false
      if (!listener.allowed.has(listener.asked) || listener.queues.size >= limits.subscriptions) return false
      listener.queues.set(queue, listener.asked)
      owners.set(queue, listener)
      return true
    },
    /** A queue belongs to the listener that declared it, even if others guess its name. */
    mayRead: owns,
    /**
     * Asked when a queue is bound. Without a binding it stays empty, so this is where a queue that could not be ended
     * later is refused.
     */
    mayBind: async (userName: string, queue: string) => owns(userName, queue) && (await canEnd(queue)),
    users: () => [...listeners.values()].map(({ user }) => user),
    accessChanged,
  }
}
export type RabbitListeners = ReturnType<typeof rabbitListeners>

import type { ChannelModel, ConfirmChannel } from 'amqplib'
import type { FastifyBaseLogger } from 'fastify'
import type { Broker } from './broker.ts'
import { type Gate, watchSessions } from './gate.ts'
import { type RabbitListeners, rabbitListeners } from './rabbit-listeners.ts'
import { rabbitQueues } from './rabbit-queues.ts'

/** The exchange behind the destinations /topic/… of RabbitMQ's STOMP. */
const exchange = 'amq.topic'
const patience = 10_000

const routingKeyOf = (destination: string) => destination.replace(/^\/topic\//, '')

const within = <T>(work: Promise<T>) => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(reject, patience, new Error('RabbitMQ does not confirm'))
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** Publishes to RabbitMQ, whose Web-STOMP the browsers connect to. Reconnects by itself. */
export const rabbitBroker = async (
  amqpUrl: string,
  { gate, log, mostSessions }: { gate: Gate; log: FastifyBaseLogger; mostSessions: number },
): Promise<Broker & { listeners: RabbitListeners }> => {
  const queues = rabbitQueues(log)
  const listeners = rabbitListeners(gate, queues, mostSessions)
  const watching = watchSessions(gate, listeners)
  let model: ChannelModel | undefined
  let channel: ConfirmChannel | undefined

  /** A refusal closes the channel but not the connection; the next run of the relay opens another channel. */
  const open = async () => {
    if (!model) throw new Error('RabbitMQ is not connected')
    const opened = await model.createConfirmChannel()
    opened.on('error', (err) => log.warn({ err }, 'RabbitMQ refuses'))
    opened.on('close', () => {
      if (channel === opened) channel = undefined
    })
    return opened
  }

  const setup = async (connected: ChannelModel) => {
    model = connected
    channel = undefined
    queues.connected(connected)
  }

  const { connect } = await import('amqplib')
  const connection = await connect(amqpUrl, {
    timeout: patience,
    // Short delays, because no browser can subscribe at RabbitMQ before this server is connected to it.
    recovery: { initialDelay: 200, maxDelay: 1_000, waitForConnect: false, setup },
  })
  connection.on('error', () => {})
  connection.on('disconnect', (err) => {
    model = undefined
    channel = undefined
    queues.disconnected()
    log.warn({ err }, 'RabbitMQ is gone: events wait')
  })
  connection.on('connect-failed', (err) => log.warn({ err }, 'RabbitMQ cannot be reached: events wait'))

  return {
    listeners,
    isShared: true,
    publish: async (events) => {
      const current = channel ?? (await open())
      channel = current
      for (const { destination, body } of events)
        current.publish(exchange, routingKeyOf(destination), Buffer.from(body), { contentType: 'application/json' })
      await within(current.waitForConfirms())
    },
    accessChanged: (user) => void listeners.accessChanged(user),
    close: async () => {
      watching.stop()
      await connection.close().catch(() => undefined)
    },
  }
}

import { StartProblem } from '@parada/db/problems'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import type { Broker } from './broker.ts'
import { embeddedBroker, type LiveCaps, serveSockets } from './embedded-broker.ts'
import type { Gate } from './gate.ts'
import { serveRabbitAuth } from './rabbit-auth.ts'
import { rabbitBroker } from './rabbit-broker.ts'

type BrokerSettings = {
  broker: { amqpUrl?: string | undefined; stompUrl?: string | undefined; authSecret?: string | undefined }
}

/** Reads the settings of RabbitMQ; either all of them are set, or none. */
export const rabbitSettings = ({ broker: { amqpUrl, stompUrl, authSecret } }: BrokerSettings) => {
  if (!amqpUrl && !stompUrl) return undefined
  if (!amqpUrl || !stompUrl)
    throw new StartProblem(
      `${amqpUrl ? 'AMQP_URL' : 'STOMP_URL'} is set without ${amqpUrl ? 'STOMP_URL' : 'AMQP_URL'}: RabbitMQ needs both, the broker built in neither`,
    )
  const addresses: [name: string, url: string, protocols: string[]][] = [
    ['AMQP_URL', amqpUrl, ['amqp:', 'amqps:']],
    ['STOMP_URL', stompUrl, ['ws:', 'wss:']],
  ]
  for (const [name, url, protocols] of addresses)
    if (!URL.canParse(url) || !protocols.includes(new URL(url).protocol))
      throw new StartProblem(`Setting ${name} is wrong: it must start with ${protocols.join('// or ')}//`)
  if (!authSecret || !/^[\w-]{16,}$/.test(authSecret))
    throw new StartProblem(
      'RabbitMQ needs RABBITMQ_AUTH_SECRET: at least 16 letters, digits, - or _, the same as in rabbitmq.conf',
    )
  return { amqpUrl, secret: authSecret }
}

export type LiveOptions = {
  gate: Gate
  caps: LiveCaps
  isFromOwnPage: (request: FastifyRequest) => boolean
  log: FastifyBaseLogger
}

/** RabbitMQ if it is configured, otherwise the broker in this process. Call it before the server listens. */
export const chooseBroker = async (
  app: FastifyInstance,
  settings: ReturnType<typeof rabbitSettings>,
  { gate, caps, isFromOwnPage, log }: LiveOptions,
): Promise<Broker> => {
  if (!settings) {
    const broker = embeddedBroker(gate, caps)
    serveSockets(app, broker, isFromOwnPage)
    return broker
  }
  const broker = await rabbitBroker(settings.amqpUrl, { gate, log, mostSessions: caps.perUser })
  serveRabbitAuth(app, { ...settings, listeners: broker.listeners })
  return broker
}

import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { type Config, ConfigProblem } from '../config.ts'
import type { Broker } from './broker.ts'
import { embeddedBroker } from './embedded-broker.ts'
import type { Gate } from './gate.ts'
import { serveRabbitAuth } from './rabbit-auth.ts'
import { rabbitBroker } from './rabbit-broker.ts'

/** The settings of RabbitMQ, all or none of them. */
export const rabbitSettings = ({ broker: { amqpUrl, stompUrl, authSecret } }: Config) => {
  if (!amqpUrl && !stompUrl) return undefined
  if (!amqpUrl || !stompUrl)
    throw new ConfigProblem(
      `${amqpUrl ? 'AMQP_URL' : 'STOMP_URL'} is set without ${amqpUrl ? 'STOMP_URL' : 'AMQP_URL'}: RabbitMQ needs both, the broker built in neither`,
    )
  for (const [name, url, protocols] of [
    ['AMQP_URL', amqpUrl, ['amqp:', 'amqps:']],
    ['STOMP_URL', stompUrl, ['ws:', 'wss:']],
  ] as const)
    if (!URL.canParse(url) || !(protocols as readonly string[]).includes(new URL(url).protocol))
      throw new ConfigProblem(`Setting ${name} is wrong: it must start with ${protocols.join('// or ')}//`)
  if (!authSecret || !/^[\w-]{16,}$/.test(authSecret))
    throw new ConfigProblem(
      'RabbitMQ needs RABBITMQ_AUTH_SECRET: at least 16 letters, digits, - or _, the same as in rabbitmq.conf',
    )
  return { amqpUrl, secret: authSecret }
}

/** RabbitMQ where it is set up, otherwise the broker in this process; before the server listens. */
export const chooseBroker = async (
  app: FastifyInstance,
  settings: ReturnType<typeof rabbitSettings>,
  gate: Gate,
  log: FastifyBaseLogger,
): Promise<Broker> => {
  if (!settings) return embeddedBroker(app.server, gate)
  const broker = await rabbitBroker(settings.amqpUrl, gate, log)
  serveRabbitAuth(app, { ...settings, listeners: broker.listeners })
  return broker
}

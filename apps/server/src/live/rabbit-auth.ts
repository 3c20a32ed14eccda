import { isSameKey } from '@parada/db/keys'
import type { FastifyInstance } from 'fastify'
import type { RabbitListeners } from './rabbit-listeners.ts'

type Question = Record<string, string | undefined>

/** The virtual host in an AMQP address; without a path, RabbitMQ's default. */
const virtualHostOf = (amqpUrl: string) => decodeURIComponent(new URL(amqpUrl).pathname.slice(1)) || '/'

/**
 * Answers RabbitMQ's HTTP auth backend. A browser may declare its own subscription queues and bind them to what it may
 * hear; everything else is denied, including /queue/, /exchange/ and SEND.
 */
const rabbitAnswers = (listeners: RabbitListeners, virtualHost: string) => ({
  user: ({ username = '', password = '' }: Question) => listeners.login(username, password),
  vhost: ({ username = '', vhost }: Question) => vhost === virtualHost && listeners.isKnown(username),
  resource: ({ username = '', vhost, resource, name = '', permission }: Question) => {
    if (vhost !== virtualHost) return false
    if (resource === 'exchange') return name === 'amq.topic' && permission === 'read' && listeners.isKnown(username)
    if (resource !== 'queue') return false
    if (permission === 'configure') return listeners.mayDeclare(username, name)
    return permission === 'write' ? listeners.mayBind(username, name) : listeners.mayRead(username, name)
  },
  /** A wildcard arrives as it is written, and matches no destination. */
  topic: ({ username = '', vhost, name, permission, routing_key = '' }: Question) =>
    vhost === virtualHost &&
    name === 'amq.topic' &&
    permission === 'read' &&
    listeners.mayHear(username, `/topic/${routing_key}`),
})

/** Serves the answers under a path that only RabbitMQ knows. */
export const serveRabbitAuth = (
  app: FastifyInstance,
  { listeners, secret, amqpUrl }: { listeners: RabbitListeners; secret: string; amqpUrl: string },
) => {
  const answers = rabbitAnswers(listeners, virtualHostOf(amqpUrl))
  for (const [about, answer] of Object.entries(answers))
    app.post<{ Params: { secret: string }; Body: Question | undefined }>(
      `/rabbitmq/auth/:secret/${about}`,
      // The address contains the secret, so it stays out of the log.
      { logLevel: 'error', config: { takesForm: true } },
      async ({ params, body }, reply) => {
        if (!isSameKey(params.secret, secret)) return reply.callNotFound()
        return reply.type('text/plain').send((await answer(body ?? {})) ? 'allow' : 'deny')
      },
    )
}

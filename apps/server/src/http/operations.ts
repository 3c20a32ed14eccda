import { connect } from 'node:net'
import { isSameKey } from '@parada/db/keys'
import { messagesToday, ping } from '@parada/db/queries/tenants'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Dependencies } from './context.ts'
import { isFromThisMachine } from './own-hosts.ts'
import { Problem, refuse } from './problem.ts'

const patience = 2_000

const within = <T>(work: Promise<T>) =>
  Promise.race([work, new Promise<never>((_, reject) => setTimeout(reject, patience, new Error('No answer')).unref())])

const reach = (url: string) =>
  new Promise<void>((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const socket = connect({ host: hostname, port: Number(port) || 5672 })
    socket.setTimeout(patience, () => socket.destroy(new Error('No answer')))
    socket.once('connect', () => resolve(void socket.end()))
    socket.once('error', reject)
  })

const stateOf = (work: Promise<unknown>) =>
  within(work).then(
    () => 'up' as const,
    () => 'down' as const,
  )

/** Health checks and metrics for those who run the product. */
export const serveOperations = (app: FastifyInstance, { config, database, disk }: Dependencies) => {
  const collected = new Registry()
  collectDefaultMetrics({ register: collected })
  const duration = new Histogram({
    name: 'parada_http_request_duration_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [collected],
  })

  const ofTenant = { labelNames: ['tenant', 'channel'] as const, registers: [collected] }
  const sent = new Gauge({
    name: 'parada_messages_today',
    help: 'Mails and SMS that a tenant has sent today',
    ...ofTenant,
  })
  const alarm = new Gauge({
    name: 'parada_message_quota_alarm',
    help: 'Whether the day of a tenant is nearly used (1) or used up (2)',
    ...ofTenant,
  })
  const countMessages = async () => {
    for (const gauge of [sent, alarm]) gauge.reset()
    for (const { subdomain: tenant, channel, sent: count, told } of await messagesToday(database.aside.db)) {
      sent.set({ tenant, channel }, count)
      alarm.set({ tenant, channel }, told)
    }
  }

  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'page'
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000)
  })

  /** Liveness, for supervisors that restart a process when it does not respond. */
  app.get('/health/live', { logLevel: 'silent' }, async () => ({ status: 'up' }))

  /** Readiness, for load balancers that send requests to one of several servers. */
  const ready = async (_: FastifyRequest, reply: FastifyReply) => {
    const [databaseState, broker] = await Promise.all([
      stateOf(ping(database.aside.db)),
      // Without RabbitMQ the broker is part of this process, so it is up.
      config.broker.amqpUrl ? stateOf(reach(config.broker.amqpUrl)) : ('up' as const),
    ])
    const isWell = databaseState === 'up' && broker === 'up'
    const state = {
      status: isWell ? 'up' : 'down',
      database: databaseState,
      broker,
      disk: disk?.isFull() ? 'full' : 'up',
      secrets: database.secrets.problem() ? 'locked' : 'up',
    }
    return reply.status(isWell ? 200 : 503).send(state)
  }
  app.get('/health', { logLevel: 'silent' }, ready)
  app.get('/health/ready', { logLevel: 'silent' }, ready)

  app.get('/metrics', { logLevel: 'silent' }, async (request, reply) => {
    const given = request.headers.authorization ?? ''
    if (config.metricsToken && !isSameKey(given, `Bearer ${config.metricsToken}`)) throw refuse.unauthenticated()
    if (!config.metricsToken && !isFromThisMachine(request))
      throw new Problem(403, 'Metrics are for this machine alone. Set METRICS_TOKEN to read them from elsewhere.')
    // Without the database the other metrics are still useful.
    await within(countMessages()).catch(() => {})
    return reply.type(collected.contentType).send(await collected.metrics())
  })
}

import { Readable } from 'node:stream'
import type { Contract } from '@parada/contract/contract'
import { type Call, isFile, isPage } from '@parada/contract/kit'
import { isList } from '@parada/contract/list'
import type { Tx } from '@parada/db/open'
import { tenantOfToken } from '@parada/db/queries/sessions'
import { subdomainOf } from '@parada/db/queries/tenants'
import { mayAccess } from '@parada/domain/access/permissions'
import { membersOf } from '@parada/domain/objects'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { hashBodies, readFiles, readForms, readJson } from './bodies.ts'
import type { Dependencies, Handlers } from './context.ts'
import { FileAnswer, sendFile } from './file-answer.ts'
import { claimFor, onceForKey } from './idempotency.ts'
import { LaterAnswer, untilGone } from './later-answer.ts'
import { Problem, refuse } from './problem.ts'
import { type RequestFacts, refusalTeller } from './refusals.ts'
import { tokenOf, userDirectory } from './signed-in.ts'
import { tenantDirectory } from './tenants.ts'
import { holdFor } from './undo-key.ts'

/** A handler for every call of the contract; the compiler reports a missing one. */
export type Features = { [Group in keyof Contract]: Handlers<Contract[Group]> }

type AnyHandler = (context: object) => Promise<unknown>

const isHandler = (value: unknown): value is AnyHandler => typeof value === 'function'

const parse = <Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> => {
  const read = schema.safeParse(value)
  if (read.success) return read.data
  const [issue] = read.error.issues
  const path = issue?.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0]] : (issue?.path ?? [])
  const field = path.join('.') || 'body'
  throw refuse.field(field, `${field}: ${issue?.code === 'unrecognized_keys' ? 'Unknown field' : issue?.message}`)
}

/** Text that PostgreSQL cannot store is the client's mistake, wherever it appears. */
const refuseUnwritable = (value: unknown, field = ''): void => {
  if (typeof value === 'string') {
    if (value.includes('\u0000')) throw refuse.field(field, `${field}: must not contain a NUL character`)
    if (!value.isWellFormed()) throw refuse.field(field, `${field}: must not contain half a character`)
  } else if (value && typeof value === 'object') {
    for (const [key, inner] of Object.entries(value)) refuseUnwritable(inner, field ? `${field}.${key}` : key)
  }
}

/** Resolves once the statements just issued are on their way to the database. */
const onceSent = () => new Promise<void>((resolve) => setImmediate(resolve))

/** What a desk cannot work without: signing in, coming back after an outage, and bookings. */
const servedToTheLast = new Set(['session', 'self', 'services', 'bookings'])

/**
 * How long requests may have queued for the database before others of this kind are refused: first lists, which reload
 * by themselves, then writes, and last what a desk cannot work without, when nobody would still be waiting for it.
 */
const longestQueueFor = (group: string, { method }: Call) => {
  if (servedToTheLast.has(group)) return 15_000
  return method === 'GET' ? 2_000 : 5_000
}

/** Turns a problem with the input into a value, so that it is reported only to users who may make the call. */
const asRefusal = (error: unknown) => {
  if (error instanceof Problem) return error
  throw error
}

/** Gives every call of the contract its route: tenant, token, access, validation, transaction and envelope. */
export const bindCalls = (
  app: FastifyInstance,
  contract: Record<string, Record<string, Call>>,
  features: Features,
  { config, database, now: clock, disk }: Dependencies,
) => {
  const tenantId = tenantDirectory(database)
  const users = userDirectory(config, disk)
  const tellOfRefusal = refusalTeller(database, users, clock)
  const { inTenant } = database
  readJson(app)
  readForms(app)
  readFiles(app)
  hashBodies(app)

  const answer = async (
    call: Call,
    handler: AnyHandler,
    request: FastifyRequest,
    longestQueueMs: number,
    known: RequestFacts,
  ) => {
    const given = membersOf(request.params)
    const sd = typeof given.sd === 'string' ? given.sd.toLowerCase() : undefined
    const now = clock()
    const tokenHash = call.access === 'public' ? undefined : tokenOf(request)
    const id = sd === undefined ? tokenHash && (await tenantOfToken(database.aside.db, tokenHash)) : await tenantId(sd)
    if (id === undefined) throw sd === undefined ? refuse.unauthenticated() : refuse.notFound('Unknown tenant')
    const subdomain = sd ?? (await inTenant(id, subdomainOf, { isRead: true, longestQueueMs }))

    known.tenant = { id, subdomain }

    const common = () => {
      refuseUnwritable(given)
      refuseUnwritable(request.query)
      if (!call.takesFile) refuseUnwritable(request.body)
      else if (!(request.body instanceof Readable)) throw new Problem(415, 'Send the file as application/octet-stream')
      return {
        config,
        now,
        tenant: { id, subdomain },
        params: parse(call.params, given),
        query: parse(call.query, request.query),
        body: parse(call.body, request.body ?? undefined),
        headers: request.headers,
        bodySha256: request.bodySha256,
        ip: request.ip,
        requestId: request.id,
        origin: `${request.protocol}://${request.host}`,
        log: request.log,
      }
    }

    if (!tokenHash) {
      return handler({
        ...common(),
        inTenant: <T>(run: (tx: Tx) => Promise<T>) => inTenant(id, run, { longestQueueMs }),
      })
    }
    const token = { tenantId: id, tokenHash }
    /**
     * Sends a list's query in the same packet as the token lookup, on behalf of the user of the last request with this
     * token. The database looks the token up first; unless it finds the same user with the same permissions, the rows
     * are dropped.
     */
    const readAhead = (tx: Tx) => {
      const user = isList(call) ? users.last(token) : undefined
      if (!user || !mayAccess(user.grants, call.access)) return undefined
      const answer = (async () => handler({ ...common(), tx, user }))()
      answer.catch(() => {})
      return { user, answer }
    }
    const work = async (tx: Tx) => {
      const signingIn = users.signedIn(tx, token, now)
      const ahead = readAhead(tx)
      if (ahead) {
        known.user = await signingIn
        if (ahead.user === known.user) return ahead.answer
      }
      const claimed = call.isIdempotent && claimFor(tx, request, token)
      const [user, read] = await Promise.all([signingIn, onceSent().then(common).catch(asRefusal)])
      known.user = user
      if (!mayAccess(user.grants, call.access)) throw refuse.forbidden()
      if (read instanceof Problem) throw read
      const context = { ...read, tx, user }
      const whose = { tenantId: id, userId: user.id }
      // Claimed after the Idempotency-Key, because a repeated request only gets its stored response.
      const handle = async () =>
        handler(
          call.mayBeUndone
            ? { ...context, hold: await holdFor(tx, request, { ...whose, now, undoMs: call.undoMs }) }
            : context,
        )
      return claimed ? onceForKey(tx, claimed, whose, handle) : handle()
    }
    // A refused request must not extend the session, so renewing it needs a transaction that can be rolled back.
    const onlyReads = isList(call) && users.isFresh(token, now)
    return inTenant(id, work, { isRead: call.method === 'GET', onlyReads, longestQueueMs })
  }

  const handlers: Record<string, Record<string, unknown>> = features
  for (const [group, calls] of Object.entries(contract)) {
    for (const [name, call] of Object.entries(calls)) {
      const handler = handlers[group]?.[name]
      if (!isHandler(handler)) throw new Error(`No handler for ${group}.${name}`)
      const longestQueueMs = longestQueueFor(group, call)
      app.route({
        method: call.method,
        url: routeOf(call),
        ...(call.mostBytes && { bodyLimit: call.mostBytes }),
        config: { takesForm: call.takesForm, takesFile: call.takesFile, call },
        ...(call.isFrequent && config.log.level === 'info' && { logLevel: 'warn' as const }),
        handler: async (request, reply) => {
          // Sessions take almost no space, and whoever frees the disk may have to sign in.
          const isRead = call.method === 'GET' || isFile(call.response)
          if (disk?.isFull() && !isRead && group !== 'session') throw refuse.noSpace()
          const known: RequestFacts = {}
          const send = async () => {
            const answered = await answer(call, handler, request, longestQueueMs, known)
            if (answered instanceof Problem) throw answered
            if (answered instanceof FileAnswer) return sendFile(reply, answered, database)
            const done =
              answered instanceof LaterAnswer ? await answered.run({ database, signal: untilGone(reply) }) : answered
            return sendEnvelope(reply, call, done)
          }
          return send().catch(async (error) => {
            await tellOfRefusal(error, request, known)
            throw error
          })
        },
      })
    }
  }
}

/** The path under which this server mounts an API base; a browser may be configured to use another address. */
export const mountOf = (call: Pick<Call, 'base'>) => (call.base === 'main' ? '/api' : `/api/${call.base}`)

const routeOf = (call: Call) => mountOf(call) + call.path

const sendEnvelope = (reply: FastifyReply, call: Call, answered: unknown) => {
  const status = call.code === 201 ? 201 : 200
  if (isPage(call.response)) {
    const { rows, beside, ...totals } = membersOf(answered)
    return reply
      .status(status)
      .send({ meta: { code: call.code, ...totals }, response: { [call.response.listKey]: rows, ...membersOf(beside) } })
  }
  const code = call.mayBeEmpty && answered === undefined ? 204 : call.code
  return reply.status(status).send({ meta: { code }, response: answered })
}

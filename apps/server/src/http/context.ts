import type { AnswerOf, BodyOf, Call, FileSpec, ParamsOf, QueryOf } from '@parada/contract/kit'
import type { Database, Tx } from '@parada/db/open'
import type { Hold } from '@parada/db/queries/holds'
import type { Grants, PermissionEntry } from '@parada/domain/access/permissions'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import type { Disk } from './disk.ts'
import type { FileAnswer } from './file-answer.ts'
import type { LaterAnswer } from './later-answer.ts'
import type { Problem } from './problem.ts'

/** What every handler needs from the server. */
export type Dependencies = { config: Config; database: Database; now: () => Date; disk?: Disk }

export type SignedIn = {
  id: number
  name: string
  surname: string
  permissions: readonly PermissionEntry[]
  grants: Grants
  tokenHash: Buffer
}

type Common<C extends Call> = {
  config: Config
  /** When the request arrived. */
  now: Date
  tenant: { id: number; subdomain: string }
  params: ParamsOf<C>
  query: QueryOf<C>
  body: BodyOf<C>
  headers: Record<string, string | string[] | undefined>
  /** SHA-256 of the raw body if the request is signed, otherwise empty. */
  bodySha256: string
  ip: string
  /** The request's id in the log. */
  requestId: string
  /** Scheme and host of the request. */
  origin: string
  log: FastifyBaseLogger
}

/** A public call opens its own transactions, so that none is held open while a password is hashed. */
export type PublicContext<C extends Call> = Common<C> & { inTenant: <T>(run: (tx: Tx) => Promise<T>) => Promise<T> }

/** A signed-in call runs in one transaction, including the token check; one that can be undone runs under its hold. */
export type SignedInContext<C extends Call> = Common<C> & { tx: Tx; user: SignedIn; hold?: Hold | undefined }

type HandlerAnswer<C extends Call> = C['response'] extends FileSpec
  ? FileAnswer
  : AnswerOf<C> | LaterAnswer<AnswerOf<C>>
type Result<C extends Call> = Promise<HandlerAnswer<C> | Problem>

type Handler<C extends Call> = C['access'] extends 'public'
  ? (context: PublicContext<C>) => Result<C>
  : (context: SignedInContext<C>) => Result<C>

/** A handler for each call of a group; a missing or extra one does not compile. */
export type Handlers<Group extends Record<string, Call>> = { [Name in keyof Group]: Handler<Group[Name]> }

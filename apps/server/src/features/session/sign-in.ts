import { createHash } from 'node:crypto'
import type { session } from '@parada/contract/calls/session'
import { hashOfKey, newKey } from '@parada/db/keys'
import type { Tx } from '@parada/db/open'
import { createSession } from '@parada/db/queries/sessions'
import {
  addFailure,
  findUserByIdentifier,
  forgetFailures,
  permissionsOf,
  readFailures,
} from '@parada/db/queries/sign-in'
import { readBasicPair } from '@parada/domain/session'
import { blockedFor, type Failures } from '@parada/domain/sign-in-delay'
import type { PublicContext } from '../../http/context.ts'
import { refuse } from '../../http/problem.ts'
import { isPassword } from '../../passwords.ts'

/** One address may mistype for a whole desk behind it before it has to wait. */
const failuresSharedByAddress = 100

const subjectOf = (kind: string, name: string) => createHash('sha256').update(`${kind}:${name}`).digest()

const readCredentials = (header: unknown) => {
  const [, encoded] = /^Basic ([A-Za-z0-9+/]{1,700}={0,2})$/.exec(typeof header === 'string' ? header : '') ?? []
  const pair = encoded === undefined ? undefined : readBasicPair(Buffer.from(encoded, 'base64').toString('utf8'))
  return pair?.identifier.includes('\u0000') ? undefined : pair
}

const waitOf = (failures: Failures | undefined, free: number, now: number) =>
  blockedFor(failures && { ...failures, count: failures.count - free }, now)

/** Sign-in: the same answer, in the same time, for an unknown user and for a wrong password. */
export const signIn = async ({ headers, ip, tenant, inTenant, now }: PublicContext<typeof session.signIn>) => {
  const credentials = readCredentials(headers.authorization)
  if (!credentials) return refuse.unauthenticated('Invalid login')
  const { identifier, passwordHash } = credentials
  const subjects = [
    { subject: subjectOf('user', identifier.toLowerCase()), free: 0 },
    { subject: subjectOf('address', ip), free: failuresSharedByAddress },
  ]

  const before = await inTenant(async (tx) => ({
    user: await findUserByIdentifier(tx, identifier),
    failures: await Promise.all(subjects.map(({ subject }) => readFailures(tx, subject))),
  }))
  const wait = Math.max(...subjects.map(({ free }, at) => waitOf(before.failures[at], free, now.getTime())))
  if (wait > 0) return refuse.tooMany(Math.ceil(wait / 1_000))

  const matches = await isPassword(before.user?.password_hash, passwordHash)
  const user = matches && before.user?.status === 1 ? before.user : undefined
  return user ? inTenant((tx) => openSession(tx, user.id)) : inTenant(countFailure)

  async function openSession(tx: Tx, userId: number) {
    const token = newKey()
    await createSession(tx, tenant.id, userId, hashOfKey(token), now)
    for (const { subject, free } of subjects) if (free === 0) await forgetFailures(tx, subject)
    return { token, permissions: await permissionsOf(tx, userId) }
  }

  async function countFailure(tx: Tx) {
    for (const { subject } of subjects) await addFailure(tx, tenant.id, subject, now)
    return refuse.unauthenticated('Invalid login')
  }
}

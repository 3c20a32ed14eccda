import { createHash } from 'node:crypto'
import type { session } from '@parada/contract/calls/session'
import { hashOfKey, newKey } from '@parada/db/keys'
import type { Tx } from '@parada/db/open'
import { createSession } from '@parada/db/queries/sessions'
import { endTry, findUserByIdentifier, permissionsOf, takeTry } from '@parada/db/queries/sign-in'
import { canonicalIdentifier, maskedIdentifier, readBasicPair } from '@parada/domain/session'
import type { PublicContext } from '../../http/context.ts'
import { refuse } from '../../http/problem.ts'
import { isPassword } from '../../passwords.ts'
import { fullName, securityEventAside } from '../../security/security-event.ts'

/**
 * Failures allowed beyond the usual three before a wait: none for a user at one address, more for a user anywhere and
 * for an address in total.
 */
const freeFor = { userAtAddress: 0, user: 20, address: 100 }

const subjectOf = (kind: string, name: string) => createHash('sha256').update(`${kind}:${name}`).digest()

const readCredentials = (header: unknown) => {
  const [, encoded] = /^Basic ([A-Za-z0-9+/]{1,700}={0,2})$/.exec(typeof header === 'string' ? header : '') ?? []
  const pair = encoded === undefined ? undefined : readBasicPair(Buffer.from(encoded, 'base64').toString('utf8'))
  return pair?.identifier.includes('\u0000') ? undefined : pair
}

/** Takes the same time and gives the same response for an unknown user and a wrong password. */
export const signIn = async (context: PublicContext<typeof session.signIn>) => {
  const { headers, ip, tenant, inTenant, now, config } = context
  const tell = (outcome: 'done' | 'failed' | 'blocked', doer: { idStaff?: number; who: string }) =>
    securityEventAside(context, { kind: 'signIn', outcome, ...doer })
  const credentials = readCredentials(headers.authorization)
  if (!credentials) {
    await tell('failed', { who: maskedIdentifier(undefined) })
    return refuse.unauthenticated('Invalid login')
  }
  const { passwordHash } = credentials
  const identifier = canonicalIdentifier(credentials.identifier)
  // Counted by address as well, so that tries from here do not lock out a colleague elsewhere.
  const ofUser = identifier ? [subjectOf('user at address', `${identifier} ${ip}`), subjectOf('user', identifier)] : []
  const ofAddress = subjectOf('address', ip)
  const counted = [
    ...ofUser.map((subject, at) => ({ subject, free: at === 0 ? freeFor.userAtAddress : freeFor.user })),
    { subject: ofAddress, free: freeFor.address },
  ]

  const { wait, known } = await inTenant(async (tx) => ({
    wait: await takeTry(tx, tenant.id, counted, now),
    known: identifier ? await findUserByIdentifier(tx, identifier) : undefined,
  }))
  const doer = known
    ? { idStaff: known.id, who: fullName({ name: known.first_name, surname: known.last_name }) }
    : { who: maskedIdentifier(identifier) }
  if (wait > 0) {
    await tell('blocked', doer)
    return refuse.tooMany(Math.ceil(wait / 1_000))
  }

  const matches = await isPassword(known?.password_hash, passwordHash).catch(async (error) => {
    // The password was not checked, so this does not count as a try.
    await inTenant((tx) => endTry(tx, tenant.id, { giveBack: [...ofUser, ofAddress] }))
    throw error
  })
  const user = matches && known?.status === 1 ? known : undefined
  const answer = user ? await inTenant((tx) => openSession(tx, user.id)) : refuse.unauthenticated('Invalid login')
  await tell(user ? 'done' : 'failed', doer)
  return answer

  async function openSession(tx: Tx, userId: number) {
    const token = newKey()
    await createSession(tx, tenant.id, userId, hashOfKey(token), now, config.sessionMaxMs)
    await endTry(tx, tenant.id, { giveBack: [ofAddress], forget: ofUser })
    return { token, permissions: await permissionsOf(tx, userId) }
  }
}

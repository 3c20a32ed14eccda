import { createHash } from 'node:crypto'
import { phoneCalls } from '@parada/contract/calls/phone-calls'
import type { IncomingCall } from '@parada/contract/live-message'
import { hashOfKey } from '@parada/db/keys'
import type { Tx } from '@parada/db/open'
import { putEvent } from '@parada/db/queries/events'
import { callTakers } from '@parada/db/queries/sessions'
import { addFailure, readFailures } from '@parada/db/queries/sign-in'
import { isTelephoneKey, knownCaller, localeOfPhone } from '@parada/db/queries/telephony'
import { tenantSettings } from '@parada/db/queries/tenants'
import { grantsOf, mayAccess } from '@parada/domain/access/permissions'
import { receivesCallsOf, topics } from '@parada/domain/live'
import { languageOfNumber, normalPhone, phoneSpellings } from '@parada/domain/phone'
import { blockedFor } from '@parada/domain/sign-in-delay'
import type { Handlers, PublicContext } from '../../http/context.ts'
import { refuse } from '../../http/problem.ts'

type Incoming = PublicContext<typeof phoneCalls.incoming>

const keyIn = (headers: Incoming['headers']) => {
  const given = headers['x-api-key'] ?? /^Bearer (.+)$/i.exec(headers.authorization?.toString() ?? '')?.[1]
  return typeof given === 'string' && given !== '' && given.length <= 200 ? given : undefined
}

/**
 * Slows down wrong keys only: a right one cannot be guessed, and an incoming call must not wait for somebody else's
 * mistake.
 */
const refuseKey = async (tx: Tx, { tenant, ip, now }: Incoming) => {
  const subject = createHash('sha256').update(`telephone:${ip}`).digest()
  const wait = blockedFor(await readFailures(tx, subject), now.getTime())
  if (wait > 0) return refuse.tooMany(Math.ceil(wait / 1_000))
  await addFailure(tx, tenant.id, subject, now)
  return refuse.unauthenticated('Unknown key')
}

/** The language on record for the number, or a guess from its country; undefined if neither is known. */
const languageOf = async (tx: Tx, tenantId: number, phone: string): Promise<IncomingCall['language']> => {
  const locale = await localeOfPhone(tx, tenantId, phoneSpellings(phone))
  if (locale) return { code: locale.slice(0, 2), isGuess: false }
  const code = languageOfNumber(phone)
  return code === undefined ? undefined : { code, isGuess: true }
}

/**
 * Busy operators and the number of ready ones, of the signed-in users who could take a call to this number. Undefined
 * if the tenant does not track who is busy.
 */
const operatorsFor = async (tx: Tx, { tenant, now, body }: Incoming) => {
  if (!(await tenantSettings(tx)).busyDesksStayQuiet) return undefined
  const operators = (await callTakers(tx, tenant.id, now)).filter(({ permissions }) => {
    const grants = grantsOf(permissions)
    return receivesCallsOf(grants, body.phoneNumberDialed) && mayAccess(grants, phoneCalls.taken.access)
  })
  const busy = operators.filter(({ isBusy }) => isBusy).map(({ id }) => id)
  return { busy, operatorsReady: operators.length - busy.length }
}

export const phoneCallHandlers: Handlers<typeof phoneCalls> = {
  incoming: async (context) => {
    const { body, headers, inTenant, tenant } = context
    const key = keyIn(headers)
    return inTenant(async (tx) => {
      if (key === undefined || !(await isTelephoneKey(tx, tenant.id, hashOfKey(key)))) return refuseKey(tx, context)
      const spellings = phoneSpellings(body.phoneNumberOrigin)
      const language = await languageOf(tx, tenant.id, body.phoneNumberOrigin)
      const operators = await operatorsFor(tx, context)
      const message: IncomingCall = {
        phoneNumberOrigin: normalPhone(body.phoneNumberOrigin),
        phoneNumberDialed: normalPhone(body.phoneNumberDialed),
        ...(body.duration !== undefined && { duration: body.duration }),
        caller: await knownCaller(tx, tenant.id, spellings),
        ...(language && { language }),
        ...(operators?.busy.length && { busyUsers: operators.busy }),
      }
      await putEvent(tx, tenant, topics.phoneNumber(body.phoneNumberDialed), message)
      return operators && { operatorsReady: operators.operatorsReady }
    })
  },
  taken: async ({ body, tx, tenant }) => {
    const takenCall = { phoneNumberOrigin: normalPhone(body.phoneNumberOrigin) }
    await putEvent(tx, tenant, topics.phoneNumber(body.phoneNumberDialed), { takenCall })
    return undefined
  },
}

import type { services } from '@parada/contract/calls/services'
import type { BodyOf } from '@parada/contract/kit'
import { changeBooking, type Work } from '@parada/db/queries/booking-changes'
import { noteBefore } from '@parada/db/queries/holds'
import { mayUseId } from '@parada/domain/access/values'
import type { BookingRecord } from '@parada/domain/booking/fields'
import { arrivalProblem, promiseSms } from '@parada/domain/booking/promise'
import { isAlive } from '@parada/domain/codes'
import { lettering, smsToPassenger } from '../../deliveries/announce.ts'
import { refuse, unlessOverQuota } from '../../http/problem.ts'
import { type ActingUser, bookingFor, workOf } from '../access.ts'
import { checkMoney } from '../record/fields.ts'
import { tellDesks } from '../record/tell.ts'
import { checkVersion } from '../record/version.ts'

type PromiseInput = BodyOf<typeof services.promise>

/** The operator's text, or else the default text in the booking's language. */
const textOf = async (work: Work, before: BookingRecord, { text, promisedArrival, promisedPrice }: PromiseInput) => {
  if (text !== undefined) {
    if (text.trim() === '') throw refuse.rule('problems.messageRequired', 'text')
    return text.trim()
  }
  if (promisedArrival === null)
    throw refuse.rule('problems.missingProperty', 'promisedArrival', { name: 'promisedArrival' })
  const { name, locale } = await lettering(work, before)
  const price = promisedPrice === before.promisedPrice ? null : promisedPrice
  return promiseSms(before, promisedArrival, locale, { tenant: name, price })
}

const sendSms = async (work: Work, booking: BookingRecord, text: string) => {
  if (unlessOverQuota(await smsToPassenger(work, booking, text), work.now) === 'noMobile')
    throw refuse.rule('problems.noMobile', 'phoneNumberPassenger')
}

/** Replaces the promise with what the caller has now been told. */
export const renewPromise = async (acting: ActingUser, id: number, input: PromiseInput) => {
  const { promisedArrival, promisedPrice, told } = input
  if (told === 'sms' && !mayUseId(acting.user.grants, 'sendSMSByWhiteLabel', acting.tenant.id)) throw refuse.forbidden()
  checkMoney({ promisedPrice })
  const before = await bookingFor(acting, id, { lock: true })
  await checkVersion(acting, before, input.version)
  if (!isAlive(before.status)) throw refuse.state('problems.bookingEnded')
  const work = workOf(acting)
  const isRenewed = promisedArrival !== null && promisedArrival !== before.promisedArrival
  const problem = isRenewed ? arrivalProblem(promisedArrival, work.now.getTime()) : undefined
  if (problem) throw refuse.rule(problem, 'promisedArrival')
  const text = told === 'sms' ? await textOf(work, before, input) : undefined
  noteBefore(work.tx, work.tenant.id, work.hold, before)
  const after = await changeBooking(work, 'promise', before, {
    promisedArrival,
    ...(promisedPrice !== undefined && { promisedPrice }),
  })
  if (text === undefined) return after
  await sendSms(work, after, text)
  if (after.version === before.version) await tellDesks(work, after)
  return after
}

import type { bookingContacts } from '@parada/contract/calls/booking-contacts'
import { Rating } from '@parada/contract/calls/ratings'
import { deliveriesOf } from '@parada/db/queries/deliveries'
import { insertMessage, messagesOf } from '@parada/db/queries/messages'
import { mayUseId } from '@parada/domain/access/values'
import { messageProblem, wizardNotesMessage } from '@parada/domain/booking/messages'
import { constants } from '@parada/domain/constants'
import { bookingFor, workOf } from '../../booking/access.ts'
import { readRating } from '../../booking/record/rating.ts'
import { tellDesks } from '../../booking/record/tell.ts'
import { mailAgain, smsToPassenger } from '../../deliveries/announce.ts'
import { sendReceipt } from '../../deliveries/receipts.ts'
import type { Handlers, SignedInContext } from '../../http/context.ts'
import { refuse, unlessOverQuota } from '../../http/problem.ts'
import { noteToDriver } from '../../suppliers/orders.ts'

type Calls = typeof bookingContacts

const extras = async (context: SignedInContext<Calls['extras']>) => {
  const { tx, tenant, params } = context
  const booking = await bookingFor(context, params.id, { right: 'see' })
  const [messages, rating, deliveries] = await Promise.all([
    messagesOf(tx, tenant.id, booking.id),
    readRating(workOf(context), booking),
    deliveriesOf(tx, tenant.id, booking.id),
  ])
  return { messages, rating: rating && Rating.parse(rating), deliveries }
}

/** Sends a note to the driver, and stores it in the conversation for the fleet and the staff. */
const notesToDriver = async (context: SignedInContext<Calls['notesToDriver']>) => {
  const { tx, tenant, params, body } = context
  const problem = messageProblem(body.text)
  if (problem) throw refuse.rule(problem, 'text', { maxLength: constants.messageMaxLength })
  const booking = await bookingFor(context, params.id, { lock: true })
  const work = workOf(context)
  const note = wizardNotesMessage(body.text)
  await insertMessage(tx, tenant.id, booking.id, {
    ...note,
    idSupplier: booking.idFleet,
    idUser: work.by.idUser ?? null,
    userName: work.by.who,
  })
  await noteToDriver(work, booking, note.message)
  await tellDesks(work, booking)
  return undefined
}

const smsCustomer = async (context: SignedInContext<Calls['smsCustomer']>) => {
  const { tenant, user, params, body } = context
  if (!mayUseId(user.grants, 'sendSMSByWhiteLabel', tenant.id)) throw refuse.forbidden()
  const text = body.text.trim()
  if (text === '') throw refuse.rule('problems.messageRequired', 'text')
  const work = workOf(context)
  const booking = await bookingFor(context, params.id)
  const delivery = unlessOverQuota(await smsToPassenger(work, booking, text), work.now)
  if (delivery === 'noMobile') throw refuse.rule('problems.noMobile', 'phoneNumberPassenger')
  await tellDesks(work, booking)
  return { delivery }
}

const noEmail = () => refuse.rule('problems.noEmail', 'emailPassenger')

const receipt = async (context: SignedInContext<Calls['sendReceipt']>) => {
  const booking = await bookingFor(context, context.params.id, { lock: true })
  const sent = unlessOverQuota(await sendReceipt(workOf(context), booking), context.now)
  if (sent === 'notValidated') throw refuse.rule('problems.receiptNotValidated', 'validated')
  if (sent === 'noEmail') throw noEmail()
  return undefined
}

const resendEmailPassenger = async (context: SignedInContext<Calls['resendEmailPassenger']>) => {
  const booking = await bookingFor(context, context.params.id, { lock: true })
  const sent = unlessOverQuota(await mailAgain(workOf(context), booking), context.now)
  if (sent === 'noEmail') throw noEmail()
  return undefined
}

export const bookingContactHandlers: Handlers<Calls> = {
  extras,
  notesToDriver,
  smsCustomer,
  sendReceipt: receipt,
  resendEmailPassenger,
}

import { type BookingChange, changeBooking, type Work } from '@parada/db/queries/booking-changes'
import { type Delivery, localeOfAuthorization } from '@parada/db/queries/deliveries'
import { tenantSettings } from '@parada/db/queries/tenants'
import type { BookingRecord } from '@parada/domain/booking/fields'
import { isOverQuota, type OverQuota } from '@parada/domain/message-quota'
import { mobileOf } from '@parada/domain/phone'
import { isEmail } from '@parada/domain/session'
import { tenantLocale } from '../words/tenant-locale.ts'
import { localeOf } from '../words/words.ts'
import { sendByHand, sendByItself } from './quotas.ts'
import { type AuthorizationToMail, authorizationText, bookingMail, bookingSms, templateOf } from './texts.ts'

/** The last mail sent to the passenger; the documents do not define the numbers (O2-62). */
export const statusEmail = { none: 0, booking: 1, bookingAgain: 2, receipt: 3 } as const

export const mailOf = ({ emailPassenger }: Pick<BookingRecord, 'emailPassenger'>) => {
  const address = emailPassenger.trim()
  return isEmail(address) ? address : undefined
}

/**
 * The tenant's name and colour, and the language of the booking's people: the authorization's, or else the tenant's.
 */
export const lettering = async (
  { tx, tenant }: Pick<Work, 'tx'> & { tenant: { id: number } },
  { idAuthorization }: Pick<BookingRecord, 'idAuthorization'>,
) => {
  const [{ name, color }, house, asked] = await Promise.all([
    tenantSettings(tx),
    tenantLocale(tx),
    idAuthorization === null ? undefined : localeOfAuthorization(tx, tenant.id, idAuthorization),
  ])
  return { name, color, locale: localeOf(asked, house) }
}

/** The change to a booking that is about to be announced. */
export const announced = (booking: Pick<BookingRecord, 'emailPassenger'>): BookingChange =>
  mailOf(booking) ? { statusEmail: statusEmail.booking } : {}

/** A passenger is told once that the booking was received, and once about each taxi that takes it. */
const onceFor = (booking: BookingRecord) =>
  templateOf(booking) === 'request' ? 'request' : `confirmation ${booking.idFleet}:${booking.idSupplierTaxi ?? ''}`

/** Tells the passenger the state of the booking by mail and SMS, once per state however often this is called. */
export const confirmToPassenger = async (work: Work, booking: BookingRecord) => {
  const email = mailOf(booking)
  const mobile = mobileOf(booking.phoneNumberPassenger)
  if (!email && !mobile) return
  const { name, locale } = await lettering(work, booking)
  const once = onceFor(booking)
  const about = {
    idBooking: booking.id,
    template: templateOf(booking),
    locale,
    who: work.by.who,
    once,
    hold: work.hold,
  }
  if (email) await sendByItself(work, 'mail', { to: email, ...bookingMail(locale, name, booking) }, about)
  if (mobile) await sendByItself(work, 'sms', { to: mobile, text: bookingSms(locale, booking) }, about)
}

/** Sends the same mail again on request; the booking must be locked. */
export const mailAgain = async (work: Work, booking: BookingRecord): Promise<Delivery | OverQuota | 'noEmail'> => {
  const to = mailOf(booking)
  if (!to) return 'noEmail'
  const { name, locale } = await lettering(work, booking)
  const about = { idBooking: booking.id, template: templateOf(booking), locale, who: work.by.who }
  const sent = await sendByHand(work, 'mail', { to, ...bookingMail(locale, name, booking) }, about)
  if (!isOverQuota(sent)) await changeBooking(work, 'resendEmail', booking, { statusEmail: statusEmail.bookingAgain })
  return sent
}

/** Sends a text written by the operator to the passenger's mobile. */
export const smsToPassenger = async (
  work: Work,
  booking: BookingRecord,
  text: string,
): Promise<Delivery | OverQuota | 'noMobile'> => {
  const to = mobileOf(booking.phoneNumberPassenger)
  if (!to) return 'noMobile'
  const { locale } = await lettering(work, booking)
  const about = { idBooking: booking.id, template: 'text', locale, who: work.by.who, hold: work.hold }
  return sendByHand(work, 'sms', { to, text }, about)
}

/** Mails somebody the codes of an authorization, which they book with. */
export const authorizationMail = async (work: Work, authorization: AuthorizationToMail, to: string) => {
  const { name } = await tenantSettings(work.tx)
  const locale = localeOf(authorization.locale, await tenantLocale(work.tx))
  const mail = { to, ...authorizationText(locale, name, authorization) }
  const about = { idAuthorization: authorization.id, template: 'authorization', locale, who: work.by.who }
  return sendByHand(work, 'mail', mail, about)
}

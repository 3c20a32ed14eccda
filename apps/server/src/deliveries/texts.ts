import type { BookingRecord } from '@parada/domain/booking/fields'
import { dateTimeServiceStart, startWords } from '@parada/domain/booking/texts'
import { bookingStatus } from '@parada/domain/codes'
import { type Locale, words } from '../words/words.ts'

/** A moment in the local time of the booking. */
export const momentText = ({ timeZone }: Pick<BookingRecord, 'timeZone'>, moment: number | null, locale: Locale) =>
  startWords({ timeBookingStartTimestamp: moment, timeZone }, locale)

export type Line = [label: string, value: string | number | null | undefined]

/** Labels with their values, without those that are unknown. */
export const known = (lines: Line[]): [string, string][] =>
  lines.flatMap(([label, value]): [string, string][] => {
    const text = String(value ?? '').trim()
    return text ? [[label, text]] : []
  })

const taxiOf = ({ supplierTaxiDescription, idSupplierTaxi }: BookingRecord) =>
  supplierTaxiDescription.trim() || (idSupplierTaxi === null ? '' : `Taxi ${idSupplierTaxi}`)

const listed = (lines: Line[]) =>
  known(lines)
    .map(([label, value]) => `${label}: ${value}`)
    .join('\n')

const letter = (...parts: string[]) => `${parts.filter((part) => part !== '').join('\n\n')}\n`

/** What a passenger is told about a booking: that it was received, or that a taxi has taken it. */
export const templateOf = ({ status }: Pick<BookingRecord, 'status'>) =>
  status === bookingStatus.confirmed ? 'confirmation' : 'request'

export const bookingMail = (locale: Locale, tenant: string, booking: BookingRecord) => {
  const say = words[locale]
  const { subject, text } = say[templateOf(booking)]
  const date = momentText(booking, booking.timeBookingStart, locale)
  const { origin, destination, passengerName, phoneNumberSupplier, fleet, bookingReference, id } = booking
  return {
    subject: `${tenant}: ${subject(date)}`,
    text: letter(
      say.greeting(passengerName.trim()),
      text,
      listed([
        [say.date, date],
        [say.origin, origin.addressField],
        [say.destination, destination?.addressField],
        [say.taxi, taxiOf(booking)],
        [say.driver, phoneNumberSupplier],
        [say.fleet, fleet],
        [say.booking, id],
        [say.reference, bookingReference],
      ]),
      tenant,
    ),
  }
}

export const bookingSms = (locale: Locale, booking: BookingRecord) => {
  const say = words[locale]
  const phone = booking.phoneNumberSupplier.trim()
  return [
    say[templateOf(booking)].sms,
    taxiOf(booking),
    momentText(booking, booking.timeBookingStart, locale),
    booking.origin.addressField.trim(),
    phone && `${say.driverSms}: ${phone}`,
  ]
    .filter((part) => part !== '')
    .join('. ')
}

export const receiptMail = (locale: Locale, tenant: string, booking: BookingRecord) => {
  const say = words[locale]
  return {
    subject: `${tenant}: ${say.receiptSubject(booking.id)}`,
    text: letter(
      say.greeting(booking.passengerName.trim()),
      say.receiptText(momentText(booking, booking.timeBookingStart, locale)),
      tenant,
    ),
  }
}

type ParkingToMail = { id: number; customerName: string; dateInit: number; timeZone: string }

export const parkingReceiptMail = (locale: Locale, tenant: string, parking: ParkingToMail) => {
  const say = words[locale]
  return {
    subject: `${tenant}: ${say.parking.subject(parking.id)}`,
    text: letter(
      say.greeting(parking.customerName.trim()),
      say.parking.text(momentText(parking, parking.dateInit, locale)),
      tenant,
    ),
  }
}

/** The details in the mail of an authorization; times are epoch milliseconds. */
export type AuthorizationToMail = {
  id: number
  subscriberCode: string
  userNumber: string
  firstName?: string | null | undefined
  lastName?: string | null | undefined
  locale?: string | null | undefined
  validFromDate?: number | null | undefined
  expirationDate?: number | null | undefined
  availableTimesLeft?: number | null | undefined
}

const dayText = (moment: number | null | undefined) =>
  dateTimeServiceStart({ timeBookingStartTimestamp: moment ?? null })

export const authorizationText = (locale: Locale, tenant: string, authorization: AuthorizationToMail) => {
  const say = words[locale]
  const { firstName, lastName, subscriberCode, userNumber } = authorization
  const { validFromDate, expirationDate, availableTimesLeft } = authorization
  return {
    subject: `${tenant}: ${say.authorizationSubject}`,
    text: letter(
      say.greeting(`${firstName ?? ''} ${lastName ?? ''}`.trim()),
      say.authorization,
      listed([
        [say.subscriberCode, subscriberCode],
        [say.userNumber, userNumber],
        [say.validFrom, dayText(validFromDate)],
        [say.expiration, dayText(expirationDate)],
        [say.timesLeft, availableTimesLeft],
      ]),
      tenant,
    ),
  }
}

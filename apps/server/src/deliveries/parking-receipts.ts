import type { Work } from '@parada/db/queries/booking-changes'
import type { Delivery } from '@parada/db/queries/deliveries'
import { tenantSettings } from '@parada/db/queries/tenants'
import { tellOfTrip } from '@parada/db/queries/trips'
import { readUser } from '@parada/db/queries/users'
import { constants } from '@parada/domain/constants'
import { isOverQuota, type OverQuota } from '@parada/domain/message-quota'
import { isEmail } from '@parada/domain/session'
import type { ParkingRecord } from '@parada/domain/trip/records'
import { type Locale, words } from '../words/words.ts'
import { lettering } from './announce.ts'
import { sendByHand } from './quotas.ts'
import type { ReceiptPage } from './receipt-pdf.ts'
import { known, momentText, parkingReceiptMail } from './texts.ts'

type Lettering = { name: string; color?: string | undefined; locale: Locale; timeZone: string; issued: Date }

/** The content of a parking receipt. */
export const parkingReceipt = (parking: ParkingRecord, { name, locale, timeZone, issued, color }: Lettering) => {
  const say = words[locale]
  const methods: Readonly<Record<number, string>> = say.paymentMethods
  const moment = (at: number | null) => momentText({ timeZone }, at, locale)
  const total = parking.priceCustomer ?? 0
  return {
    tenant: name,
    color,
    locale,
    title: `${say.receipt} ${parking.id}`,
    issued,
    issuedText: moment(issued.getTime()),
    facts: known([
      [say.parking.customer, parking.customerName],
      [say.parking.name, parking.parkingName],
      [say.parking.plate, parking.numberPlate],
      [say.parking.start, moment(parking.dateInit)],
      [say.parking.end, moment(parking.dateEnd)],
      [say.reference, parking.reference],
      [say.payment, methods[parking.paymentMethod] ?? parking.paymentMethod],
    ]),
    lines: [{ label: say.parking.line, amount: total }],
    total,
    currency: 'EUR',
  } satisfies ReceiptPage
}

const emailOf = async ({ tx, tenant }: Work, idUser: number | null) => {
  const user = idUser === null ? undefined : await readUser(tx, tenant.id, idUser)
  const address = user?.userEmail?.trim() ?? ''
  return isEmail(address) ? address : undefined
}

/** Mails the user the receipt of a parking to invoice, which must be locked. */
export const sendParkingReceipt = async (
  work: Work,
  parking: ParkingRecord,
): Promise<Delivery | OverQuota | 'noPrice' | 'noEmail'> => {
  const { tx, by, now } = work
  if (parking.priceCustomer === null) return 'noPrice'
  const to = await emailOf(work, parking.idUser)
  if (!to) return 'noEmail'
  const { name, color, locale } = await lettering(work, parking)
  const timeZone = (await tenantSettings(tx)).timeZone ?? constants.defaultTimeZone
  // Imported with its fonts when the first receipt is sent, so that the start does not wait for it.
  const { receiptPage } = await import('./receipt-pdf.ts')
  const pdf = await receiptPage(parkingReceipt(parking, { name, color, locale, timeZone, issued: now }))
  const attachment = {
    filename: `${words[locale].receiptFile}-${parking.id}.pdf`,
    contentType: 'application/pdf',
    base64: pdf.toString('base64'),
  }
  const mail = { to, ...parkingReceiptMail(locale, name, { ...parking, timeZone }), attachments: [attachment] }
  const about = { idParking: parking.id, template: 'parkingReceipt', locale, who: by.who }
  const sent = await sendByHand(work, 'mail', mail, about)
  if (isOverQuota(sent)) return sent
  const line = { before: {}, after: {} }
  tellOfTrip(work, { mode: 'parking', id: parking.id, version: parking.version, action: 'sendReceipt', line })
  return sent
}

import { changeBooking, type Work } from '@parada/db/queries/booking-changes'
import type { Delivery } from '@parada/db/queries/deliveries'
import { findPriceDetails } from '@parada/db/queries/price-details'
import type { BookingRecord } from '@parada/domain/booking/fields'
import { toCents } from '@parada/domain/booking/price'
import { isOverQuota, type OverQuota } from '@parada/domain/message-quota'
import type { PriceBlock } from '@parada/domain/pricing/estimate'
import { type Locale, words } from '../words/words.ts'
import { lettering, mailOf, statusEmail } from './announce.ts'
import { sendByHand } from './quotas.ts'
import type { PriceLine } from './receipt-pdf.ts'
import { receiptMail } from './texts.ts'

/** The lines that the price was calculated from, if they still add up to the total; otherwise the ride and its toll. */
export const receiptLines = (locale: Locale, booking: BookingRecord, block: PriceBlock | undefined): PriceLine[] => {
  const { concepts } = words[locale]
  const total = booking.priceCustomerTotal ?? 0
  const reckoned = block
    ? [...block.estimationLines, ...block.tollLines, ...(block.minimumLine ? [block.minimumLine] : [])]
    : []
  const sum = reckoned.reduce((cents, { amount }) => cents + toCents(amount), 0)
  if (reckoned.length > 0 && sum === toCents(total))
    return reckoned.map(({ concept, name, amount }) => ({
      label: name ? `${concepts[concept]}: ${name}` : concepts[concept],
      amount,
    }))
  const toll = booking.tollCustomer ?? 0
  if (toll <= 0 || toll >= total) return [{ label: concepts.total, amount: total }]
  return [
    { label: concepts.total, amount: (toCents(total) - toCents(toll)) / 100 },
    { label: concepts.toll, amount: toll },
  ]
}

/** Mails the passenger the receipt of a validated booking, which must be locked (document 2, section 5). */
export const sendReceipt = async (
  work: Work,
  booking: BookingRecord,
): Promise<Delivery | OverQuota | 'notValidated' | 'noEmail'> => {
  const { tx, tenant, by, now } = work
  if (!booking.validated) return 'notValidated'
  const to = mailOf(booking)
  if (!to) return 'noEmail'
  const [{ name, color, locale }, details] = await Promise.all([
    lettering(work, booking),
    findPriceDetails(tx, tenant.id, booking.id),
  ])
  const lines = receiptLines(locale, booking, details?.totalDetailsCustomer ?? undefined)
  // Imported with its fonts when the first receipt is sent, so that the start does not wait for it.
  const { receiptPdf } = await import('./receipt-pdf.ts')
  const pdf = await receiptPdf({ tenant: name, color, locale, booking, lines, issued: now })
  const attachment = {
    filename: `${words[locale].receiptFile}-${booking.id}.pdf`,
    contentType: 'application/pdf',
    base64: pdf.toString('base64'),
  }
  const mail = { to, ...receiptMail(locale, name, booking), attachments: [attachment] }
  const about = { idBooking: booking.id, template: 'receipt', locale, who: by.who }
  const sent = await sendByHand(work, 'mail', mail, about)
  if (!isOverQuota(sent)) await changeBooking(work, 'sendReceipt', booking, { statusEmail: statusEmail.receipt })
  return sent
}

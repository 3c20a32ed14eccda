import type { BookingRecord } from '@parada/domain/booking/fields'
import { colorOf, onColor } from '../words/brand.ts'
import { type Locale, words } from '../words/words.ts'
import { newPaper } from './paper.ts'
import { known, momentText } from './texts.ts'

export type PriceLine = { label: string; amount: number }

export type Receipt = {
  tenant: string
  color?: string | undefined
  locale: Locale
  booking: BookingRecord
  lines: PriceLine[]
  issued: Date
}

const edge = 56
const width = 595.28 - 2 * edge

/**
 * Replaces characters outside Western Europe, which the standard PDF fonts lack: letters lose their accents, anything
 * else becomes a question mark.
 */
export const printable = (text: string) =>
  [...text.normalize('NFC')]
    .map((sign) => {
      if (/[\u0020-\u007e\u00a0-\u00ff€‘’“”–—…•]/.test(sign)) return sign
      const plain = sign.normalize('NFD')[0] ?? ''
      return /[\u0020-\u007e]/.test(plain) ? plain : '?'
    })
    .join('')

export const moneyText = (locale: Locale, amount: number, currency: string) => {
  const language = locale === 'es' ? 'es-ES' : 'en-GB'
  return new Intl.NumberFormat(language, { style: 'currency', currency: currency || 'EUR' }).format(amount)
}

const rideLines = ({ booking, locale }: Receipt): [string, string][] => {
  const say = words[locale]
  const methods: Readonly<Record<number, string>> = say.paymentMethods
  return known([
    [say.passenger, booking.passengerName],
    [say.date, momentText(booking, booking.timeBookingStart, locale)],
    [say.arrival, momentText(booking, booking.timeBookingArrival ?? booking.timeServiceArrival, locale)],
    [say.finish, momentText(booking, booking.timeBookingFinish, locale)],
    [say.origin, booking.origin.addressField],
    [say.destination, booking.destination?.addressField],
    [say.fleet, booking.fleet],
    [say.reference, booking.bookingReference],
    [say.payment, methods[booking.paymentMethod] ?? booking.paymentMethod],
  ])
}

/** The content of a receipt, whatever it is for. */
export type ReceiptPage = {
  tenant: string
  color?: string | undefined
  locale: Locale
  title: string
  /** When it was issued, as text and as a date for the file's metadata. */
  issuedText: string
  issued: Date
  facts: readonly (readonly [label: string, value: string])[]
  lines: readonly PriceLine[]
  total: number
  currency: string
}

/** One page: who issued it, what it is for, what it cost and how it was paid. */
export const receiptPage = async (page: ReceiptPage): Promise<Buffer> => {
  const { tenant, locale, title, facts, lines, total, issued } = page
  const say = words[locale]
  const color = colorOf(page)
  const money = (amount: number) => printable(moneyText(locale, amount, page.currency))
  const { paper, written } = await newPaper({
    margin: edge,
    lang: locale,
    info: { Title: printable(title), Author: printable(tenant), CreationDate: issued },
  })

  paper.rect(0, 0, 595.28, 96).fill(color)
  paper.font('Helvetica-Bold').fontSize(20).fillColor(onColor(color))
  paper.text(printable(tenant), edge, 38, { width, height: 24, ellipsis: true })

  paper.fillColor('#111111').fontSize(16).text(printable(title), edge, 128)
  const issuedLine = `${say.issued}: ${page.issuedText}`
  paper.font('Helvetica').fontSize(10).fillColor('#555555').text(printable(issuedLine)).moveDown(1.5)

  for (const [label, value] of facts) {
    const top = paper.y
    paper.fillColor('#555555').text(printable(label), edge, top, { width: 130 })
    // Three lines are enough to recognise what people typed, and keep the receipt on one page.
    paper
      .fillColor('#111111')
      .text(printable(value), edge + 140, top, { width: width - 140, height: 38, ellipsis: true })
    paper.y = Math.max(paper.y, top + 12) + 5
  }

  const priced = (label: string, amount: number) => {
    const top = paper.y
    paper.text(printable(label), edge, top, { width: width - 140, height: 26, ellipsis: true })
    const bottom = paper.y
    paper.text(money(amount), edge + width - 130, top, { width: 130, align: 'right' })
    paper.y = Math.max(bottom, paper.y) + 5
  }
  const rule = (stroke: string) => {
    paper
      .moveTo(edge, paper.y + 4)
      .lineTo(edge + width, paper.y + 4)
      .lineWidth(0.8)
      .stroke(stroke)
    paper.y += 14
  }
  rule('#cccccc')
  for (const { label, amount } of lines) priced(label, amount)
  rule(color)
  paper.font('Helvetica-Bold').fontSize(13)
  priced(say.total, total)
  paper
    .font('Helvetica')
    .fontSize(9)
    .fillColor('#555555')
    .text(printable(say.noInvoice), edge, paper.y + 18, { width })
  paper.end()
  return written
}

/** The receipt of a ride. */
export const receiptPdf = (receipt: Receipt): Promise<Buffer> => {
  const { booking, locale, issued } = receipt
  return receiptPage({
    ...receipt,
    title: `${words[locale].receipt} ${booking.id}`,
    issuedText: momentText(booking, issued.getTime(), locale),
    facts: rideLines(receipt),
    total: booking.priceCustomerTotal ?? 0,
    currency: booking.priceCustomerCurrency,
  })
}

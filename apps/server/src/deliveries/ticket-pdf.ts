import { ticketStatus } from '@parada/domain/trip/modes'
import type { TicketRecord } from '@parada/domain/trip/records'
import { encodeQR } from 'qr'
import { colorOf, onColor } from '../words/brand.ts'
import { type Locale, words } from '../words/words.ts'
import { newPaper } from './paper.ts'
import { moneyText, printable } from './receipt-pdf.ts'
import { known, momentText } from './texts.ts'

type TicketDocument = {
  tenant: string
  color?: string | undefined
  locale: Locale
  timeZone: string
  ticket: TicketRecord
}

const edge = 56
const paperWidth = 595.28
const width = paperWidth - 2 * edge
const qrSide = 240
const grey = '#555555'
const black = '#111111'

type Rect = { x: number; y: number; width: number; height: number }

/**
 * The dark modules of a QR code within a square. Adjacent modules of a row form one rectangle, so that scanners see no
 * gaps between them.
 */
const qrRects = (text: string, side: number): Rect[] => {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 1 })
  const module = side / rows.length
  return rows.flatMap((row, line) => {
    const rects: Rect[] = []
    for (let from = row.indexOf(true); from >= 0; ) {
      const light = row.indexOf(false, from)
      const to = light < 0 ? row.length : light
      rects.push({ x: from * module, y: line * module, width: (to - from) * module, height: module })
      from = row.indexOf(true, to)
    }
    return rects
  })
}

const linesOf = ({ ticket, locale, timeZone }: TicketDocument) => {
  const say = words[locale].ticket
  const states: Readonly<Record<number, string>> = say.states
  const { priceCustomer, status } = ticket
  return known([
    [say.state, status === ticketStatus.active ? '' : (states[status] ?? status)],
    [say.transport, ticket.transportName],
    [say.description, ticket.description],
    [say.validFrom, momentText({ timeZone }, ticket.timeServiceStart, locale)],
    [say.validated, momentText({ timeZone }, ticket.timeValidated, locale)],
    [say.price, priceCustomer === null ? '' : moneyText(locale, priceCustomer, 'EUR')],
    [say.reference, ticket.reference],
  ])
}

/** One page: who issued it, what it is valid for, and its code for the inspector's scanner. */
const ticketPdf = async (document: TicketDocument): Promise<Buffer> => {
  const { tenant, locale, ticket } = document
  const say = words[locale].ticket
  const color = colorOf(document)
  const title = `${say.title} ${ticket.locator}`
  const { paper, written } = await newPaper({
    margin: edge,
    lang: locale,
    info: {
      Title: printable(title),
      Author: printable(tenant),
      CreationDate: new Date(ticket.timeServiceStart),
    },
  })

  paper.rect(0, 0, paperWidth, 96).fill(color)
  paper.font('Helvetica-Bold').fontSize(20).fillColor(onColor(color))
  paper.text(printable(tenant), edge, 38, { width, height: 24, ellipsis: true })
  paper.fillColor(black).fontSize(18)
  paper.text(printable(ticket.title), edge, 124, { width, height: 42, ellipsis: true })
  paper.font('Helvetica').fontSize(11).fillColor(grey)
  paper.text(printable(title), { width, height: 14, ellipsis: true }).moveDown(1)

  paper.fontSize(10)
  for (const [label, value] of linesOf(document)) {
    const top = paper.y
    paper.fillColor(grey).text(printable(label), edge, top, { width: 130 })
    paper.fillColor(black).text(printable(value), edge + 140, top, { width: width - 140, height: 26, ellipsis: true })
    paper.y = Math.max(paper.y, top + 12) + 5
  }

  const top = paper.y + 24
  const left = edge + (width - qrSide) / 2
  const centred = { width, align: 'center' } as const
  if (ticket.code) {
    for (const rect of qrRects(ticket.code, qrSide)) paper.rect(left + rect.x, top + rect.y, rect.width, rect.height)
    paper.fill('#000000')
    paper.font('Helvetica').fontSize(9).fillColor(grey)
    paper.text(printable(say.show), edge, top + qrSide + 20, centred)
    paper
      .font('Courier')
      .fillColor(black)
      .text(printable(ticket.code), { ...centred, height: 34, ellipsis: true })
  } else paper.fillColor(grey).text(printable(say.noCode), edge, top, centred)
  paper.end()
  return written
}

/** The ticket as a file named after its locator. */
export const ticketFile = async (document: TicketDocument) => {
  const { locale, ticket } = document
  const name = ticket.locator.replaceAll(/[^\p{L}\d._-]+/gu, '-')
  return {
    name: `${words[locale].ticket.file}-${name}.pdf`,
    type: 'application/pdf',
    content: await ticketPdf(document),
  }
}

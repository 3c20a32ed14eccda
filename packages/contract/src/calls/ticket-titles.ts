import { anyOf } from '@parada/domain/access/permissions'
import type { RowOf } from '@parada/domain/list/fields'
import { z } from 'zod'
import { call, id, withParams } from '../kit.ts'
import { code, fields, list, money, number, record, rowOf, text, texts } from '../list.ts'
import { exportOf } from '../list-export.ts'

const access = anyOf('viewTicketTitles')
const base = 'transport'

const name = text.notSorted
const count = number.notSorted

/** A ticket title: what a supplier of public transport sells (document 3, section 3). Its price is in euros (O3-68). */
export const ticketTitleFields = fields({
  id: number,
  name: text,
  internalDescription: name,
  priceSupplier: money().notSorted,
  /** Number of transfers allowed. */
  availableValidations: count,
  numberOfPasses: count,
  requiredValidationBeforeMinutes: count,
  status: code('ticketTitleStatus').notSorted,
  passType: code('passType').notSorted,
  expirationTicketMinutes: count,
  internalCode: name,
  /** Hours of the day in which it is valid. */
  startH: count,
  startM: count,
  endH: count,
  endM: count,
  /** A flag for each weekday, Sunday first. */
  enabledDays: name,
  notes: name,
  idPublicTransportSuppliers: record(z.array(z.int())),
  tags: texts,
})
export type TicketTitle = RowOf<typeof ticketTitleFields>

const titleList = list({
  base,
  path: '/tickettitle/:sd/list/',
  access,
  summary: 'What the suppliers of public transport sell',
  key: 'ticketTitles',
  fields: ticketTitleFields,
  resultsPerPage: 10,
  export: { title: 'screens.ticketTitles' },
})

export const ticketTitles = {
  list: titleList,
  export: exportOf(titleList),
  read: call({
    base,
    method: 'GET',
    path: '/tickettitle/:sd/:id',
    access,
    summary: 'One title with its tags',
    params: withParams({ id }),
    response: z.object({ ticketTitle: rowOf(ticketTitleFields) }),
  }),
  suppliers: call({
    base,
    method: 'GET',
    path: '/transportSupplier/:sd',
    access,
    summary: 'The suppliers of public transport, by name',
    response: z.object({ transportSuppliers: z.array(z.object({ id: z.int(), transportName: z.string() })) }),
  }),
}

import { invoicingStatus } from '../booking/invoicing.ts'
import { toCents } from '../booking/price.ts'
import { bookingStatus } from '../codes.ts'

/** The payment methods that the account pays at the end of the month; a ride paid in the taxi is not invoiced again. */
const methodsOnAccount: readonly number[] = [50, 60]

const blockingCauses = ['notValidated', 'changeRequested', 'priceMissing'] as const
type BlockingCause = (typeof blockingCauses)[number]

export type InvoicedService = {
  status: number
  validated: boolean
  statusInvoicing: number
  idPaymentAccount: number | null
  paymentMethod: number
  priceCustomerTotal: number | null
}

/** Whether a ride still has to be charged to an account. */
const isOnAccount = ({ status, statusInvoicing, idPaymentAccount, paymentMethod }: InvoicedService) =>
  status === bookingStatus.finished &&
  statusInvoicing !== invoicingStatus.invoiced &&
  idPaymentAccount !== null &&
  methodsOnAccount.includes(paymentMethod)

/** The first reason why a ride on account cannot be invoiced yet, which someone has to resolve. */
const blockingCause = ({
  validated,
  statusInvoicing,
  priceCustomerTotal,
}: InvoicedService): BlockingCause | undefined => {
  if (!validated) return 'notValidated'
  if (statusInvoicing === invoicingStatus.pending) return 'changeRequested'
  return toCents(priceCustomerTotal ?? 0) <= 0 ? 'priceMissing' : undefined
}

/**
 * The single rule for what an invoice takes: 'free' goes into the next one, a cause keeps it out, and undefined never
 * belongs on one.
 */
export const invoiceStanding = (service: InvoicedService): 'free' | BlockingCause | undefined =>
  isOnAccount(service) ? (blockingCause(service) ?? 'free') : undefined

import type { Grants } from '../access/permissions.ts'
import {
  type Ids,
  idsAllowed,
  mayUseId,
  mayUsePaymentAccount,
  type OnProblem,
  paymentAccountsAllowed,
} from '../access/values.ts'
import { isLive, mobilityStatus } from './modes.ts'

type OfAccount = { idPaymentAccount: number | null }

/** The white labels whose shared vehicles a user may follow. */
export const whiteLabelsFollowed = (grants: Grants): Ids => idsAllowed(grants, 'viewMobilityBookingsByWhitelabel')

export const mayFollow = (grants: Grants, { idWhiteLabel }: { idWhiteLabel: number }) =>
  mayUseId(grants, 'viewMobilityBookingsByWhitelabel', idWhiteLabel)

/** The white labels whose rides to invoice and cancelled bookings a user may see. */
export const whiteLabelsInvoiced = (grants: Grants): Ids => idsAllowed(grants, 'viewMobilityToInvoiceByWhitelabel')

/** The payment accounts whose rides a user may open. */
export const accountsToOpen = (grants: Grants, onProblem: OnProblem): Ids =>
  paymentAccountsAllowed(grants, 'viewMTIDetailByPA', onProblem)

export const mayOpenToInvoice = (grants: Grants, { idPaymentAccount }: OfAccount, onProblem: OnProblem) =>
  mayUsePaymentAccount(grants, 'viewMTIDetailByPA', idPaymentAccount, onProblem)

export const mayEditToInvoice = (grants: Grants, { idPaymentAccount }: OfAccount, onProblem: OnProblem) =>
  mayUsePaymentAccount(grants, 'editMobilityToInvoiceByPA', idPaymentAccount, onProblem)

/** The statuses that the desk can give a ride to invoice. */
export const mobilityStatusesToChoose = [
  mobilityStatus.finished,
  mobilityStatus.cancelled,
  mobilityStatus.expired,
] as const

export const isMobilityOver = ({ status }: { status: number }) => !isLive('mobility', status)

/** Only completed rides are invoiced; they can be corrected until then. */
export const isToInvoice = ({ status }: { status: number }) => status === mobilityStatus.finished

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

/** The white labels whose shared vehicles somebody follows. */
export const whiteLabelsFollowed = (grants: Grants): Ids => idsAllowed(grants, 'viewMobilityBookingsByWhitelabel')

export const mayFollow = (grants: Grants, { idWhiteLabel }: { idWhiteLabel: number }) =>
  mayUseId(grants, 'viewMobilityBookingsByWhitelabel', idWhiteLabel)

/** The white labels whose rides to invoice and cancelled bookings somebody sees. */
export const whiteLabelsInvoiced = (grants: Grants): Ids => idsAllowed(grants, 'viewMobilityToInvoiceByWhitelabel')

/** The payment accounts whose rides somebody may open. */
export const accountsToOpen = (grants: Grants, onProblem: OnProblem): Ids =>
  paymentAccountsAllowed(grants, 'viewMTIDetailByPA', onProblem)

export const mayOpenToInvoice = (grants: Grants, { idPaymentAccount }: OfAccount, onProblem: OnProblem) =>
  mayUsePaymentAccount(grants, 'viewMTIDetailByPA', idPaymentAccount, onProblem)

export const mayEditToInvoice = (grants: Grants, { idPaymentAccount }: OfAccount, onProblem: OnProblem) =>
  mayUsePaymentAccount(grants, 'editMobilityToInvoiceByPA', idPaymentAccount, onProblem)

/** What the desk can make of a ride that is to be invoiced. */
export const mobilityStatusesToChoose = [
  mobilityStatus.finished,
  mobilityStatus.cancelled,
  mobilityStatus.expired,
] as const

export const isMobilityOver = ({ status }: { status: number }) => !isLive('mobility', status)

/** Only what was ridden to its end is invoiced, and can be corrected before that. */
export const isToInvoice = ({ status }: { status: number }) => status === mobilityStatus.finished

import { isTimeZone } from '@parada/domain/booking/calendar'
import { isTaxPercent } from '@parada/domain/invoice/invoice'
import { mostPerDay, quotaScopes } from '@parada/domain/message-quota'
import { z } from 'zod'
import { call } from '../kit.ts'
import { each } from '../schemas.ts'

const limits = z.strictObject(each(z.int().min(1).max(mostPerDay).optional(), quotaScopes))

/** The tenant's looks and flags. Unknown flags pass through, so that a tenant may be ahead of the product. */
export const FrontConfig = z.looseObject({
  name: z.string(),
  color: z.string().optional(),
  logo: z.string().optional(),
  showBookingReference: z.boolean().optional(),
  showCancelledBookingNotifications: z.boolean().optional(),
  canResendAuthorizationEmail: z.boolean().optional(),
  mandatoryDestination: z.boolean().optional(),
  asapFromStartTime: z.boolean().optional(),
  warnFleetTimeZone: z.boolean().optional(),
  hasSpartan: z.boolean().optional(),
  spartanURL: z.string().optional(),
  /** Minutes after which a taxi as soon as possible is late, where the caller was told no time. */
  asapLimitMinutes: z.number().int().min(1).optional(),
  /** Calls do not ring at the desk of an operator who is busy; they are listed as missed. */
  busyDesksStayQuiet: z.boolean().optional(),
  cancelReasonMinLength: z.number().int().min(0).optional(),
  routeSheetDefaultLessorTaxId: z.string().optional(),
  /** Of the prices to customers, which include the tax; 10 unless given. */
  invoiceTaxPercent: z.number().refine(isTaxPercent, 'must be 0 to 100 with two decimals at most').optional(),
  /** Who sends the invoices, as the law wants it named. */
  issuer: z
    .strictObject({
      legalName: z.string().optional(),
      taxId: z.string().optional(),
      address: z.string().optional(),
      email: z.string().optional(),
    })
    .optional(),
  /** Whose calendar its days follow; Madrid's unless given. */
  timeZone: z.string().refine(isTimeZone, 'must be a time zone such as Europe/Madrid').optional(),
  /** How many SMS and mails may leave on a day, where the tenant has other limits than the installation. */
  messageQuotas: z.strictObject({ sms: limits.optional(), mail: limits.optional() }).optional(),
  /** Notification sounds of fleets that have their own, by fleet id (O1-45). */
  sounds: z.record(z.string().regex(/^\d+$/), z.url({ protocol: /^https?$/ })).optional(),
})
export type FrontConfig = z.output<typeof FrontConfig>

export const whitelabels = {
  frontConfig: call({
    method: 'GET',
    path: '/whitelabels/:sd/frontconfig',
    access: 'signedIn',
    summary: 'The looks and flags of the tenant',
    response: FrontConfig,
  }),
}

import { isTimeZone } from '@parada/domain/booking/calendar'
import { isTaxPercent } from '@parada/domain/invoice/invoice'
import { mostPerDay, quotaScopes } from '@parada/domain/message-quota'
import { z } from 'zod'
import { call } from '../kit.ts'
import { each } from '../schemas.ts'

const limits = z.strictObject(each(z.int().min(1).max(mostPerDay).optional(), quotaScopes))

/**
 * The tenant's looks and flags. Unknown flags pass through, so that a tenant's configuration may be newer than the
 * product.
 */
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
  /** Minutes after which an as-soon-as-possible taxi is late if the caller was told no time. */
  asapLimitMinutes: z.number().int().min(1).optional(),
  /** Calls do not ring at the desk of a busy operator; they are listed as missed. */
  busyDesksStayQuiet: z.boolean().optional(),
  /** The language the tenant writes in, to its fleets and to people who have not chosen one; Spanish by default. */
  language: z.enum(['es', 'en']).optional(),
  cancelReasonMinLength: z.number().int().min(0).optional(),
  routeSheetDefaultLessorTaxId: z.string().optional(),
  /** Tax included in the customer prices; 10 by default. */
  invoiceTaxPercent: z.number().refine(isTaxPercent, 'must be 0 to 100 with two decimals at most').optional(),
  /** Issuer of the invoices, with the details that the law requires. */
  issuer: z
    .strictObject({
      legalName: z.string().optional(),
      taxId: z.string().optional(),
      address: z.string().optional(),
      email: z.string().optional(),
    })
    .optional(),
  /** Time zone of the tenant's days; Madrid's by default. */
  timeZone: z.string().refine(isTimeZone, 'must be a time zone such as Europe/Madrid').optional(),
  /** Daily limits of SMS and mails, where the tenant's differ from the installation's. */
  messageQuotas: z.strictObject({ sms: limits.optional(), mail: limits.optional() }).optional(),
  /** Notification sounds of individual fleets, by fleet id (O1-45). */
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

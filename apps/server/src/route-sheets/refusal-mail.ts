import type { Work } from '@parada/db/queries/booking-changes'
import { tenantSettings } from '@parada/db/queries/tenants'
import type { Sheet, Vehicle } from '@parada/domain/route-sheet/records'
import { isEmail } from '@parada/domain/session'
import { sendByItself } from '../deliveries/quotas.ts'
import { tenantLocale } from '../words/tenant-locale.ts'
import { words } from '../words/words.ts'

/** Mails the vehicle's contact that the register refused a sheet, and why. */
export const tellOfRefusal = async (work: Work, sheet: Sheet, vehicle: Vehicle | undefined) => {
  const to = vehicle?.routeSheet_notificationsEmail.trim() ?? ''
  if (!isEmail(to)) return
  const [{ name }, locale] = await Promise.all([tenantSettings(work.tx), tenantLocale(work.tx)])
  const { subject, text } = words[locale].sheetRefused
  const mail = {
    to,
    subject: `${name}: ${subject(sheet.id)}`,
    text: `${text(sheet)}\n\n${sheet.errorMessage}\n\n${name}\n`,
  }
  const about = { idBooking: sheet.idBooking, template: 'routeSheetRefused', locale, who: work.by.who }
  await sendByItself(work, 'mail', mail, about)
}

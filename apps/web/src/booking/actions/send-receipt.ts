import { bookingContacts } from '@parada/contract/calls/booking-contacts'
import { useTranslation } from 'react-i18next'
import { toFailure, useClient } from '../../kit/client.ts'
import { failedToast } from '../../kit/failed-toast.ts'
import { useRepeatKey } from '../../kit/repeat-key.ts'
import { toast } from '../../kit/toast.tsx'
import { type Booking, useReloadBooking } from '../record/booking-record.ts'

/** Mails the receipt of a validated booking; any other has none yet (document 2, section 5). */
export const useReceipt = () => {
  const { t } = useTranslation()
  const client = useClient()
  const reload = useReloadBooking()
  const repeatKey = useRepeatKey()
  return async ({ id, validated, emailPassenger: email }: Booking) => {
    if (!validated) return void failedToast(t('problems.receiptNotValidated'), t('problemHints.receiptNotValidated'))
    const detail = t('booking.toast.receiptDetail', { id, email })
    toast(t('booking.toast.sendingReceipt'), detail)
    try {
      await client(bookingContacts.sendReceipt, { params: { id }, headers: repeatKey({ id, at: Date.now() }) })
      reload(id)
      toast(t('booking.toast.receiptSent'), detail)
    } catch (failure) {
      failedToast(toFailure(failure).message)
    }
  }
}

import { Text } from '@mantine/core'
import { bookingContacts } from '@parada/contract/calls/booking-contacts'
import { useTranslation } from 'react-i18next'
import { useClient } from '../kit/client.ts'
import { log } from '../kit/log.ts'
import { useRepeatKey } from '../kit/repeat-key.ts'
import { toast } from '../kit/toast.tsx'
import { BookingForm, useBookingForm } from './booking-form.tsx'
import { type BookingModalProps, useReloadBooking } from './booking-record.ts'
import { failedToast } from './failed-toast.ts'

/** Asks before the passenger is mailed again how the booking stands. */
const ResendEmail = ({ booking, onClose }: BookingModalProps) => {
  const { t } = useTranslation()
  const client = useClient()
  const reload = useReloadBooking()
  const repeatKey = useRepeatKey()
  const { id, emailPassenger: email } = booking
  const form = useBookingForm<object, undefined>({
    booking,
    initial: () => ({}),
    send: () => client(bookingContacts.resendEmailPassenger, { params: { id }, headers: repeatKey({ id }) }),
    onDone: () => {
      onClose(true)
      reload(id)
      toast(t('booking.toast.emailSent', { email }))
    },
    onFailed: (failure) => {
      log(failure.message, failure)
      onClose()
      failedToast(t('booking.toast.emailNotSent', { email }))
      return true
    },
  })
  return (
    <BookingForm title={t('booking.email.title', { id })} action={t('booking.send')} form={form} onClose={onClose}>
      <Text size="sm">{t('booking.email.text', { email })}</Text>
    </BookingForm>
  )
}

export default ResendEmail

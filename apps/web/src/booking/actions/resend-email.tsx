import { Text } from '@mantine/core'
import { bookingContacts } from '@parada/contract/calls/booking-contacts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useClient } from '../../kit/client.ts'
import { failedToast } from '../../kit/failed-toast.ts'
import { log } from '../../kit/log.ts'
import { PassingMessage } from '../../kit/passing-message.tsx'
import { useRepeatKey } from '../../kit/repeat-key.ts'
import { type BookingModalProps, useReloadBooking } from '../record/booking-record.ts'
import { BookingForm, useBookingForm } from './form.tsx'

/** Asks before the current booking details are mailed to the passenger again. */
const Ask = ({ booking, onClose, onSent }: BookingModalProps & { onSent: () => void }) => {
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
      reload(id)
      onSent()
    },
    onFailed: (failure) => {
      log(failure.message, failure)
      onClose()
      failedToast(t('booking.toast.emailNotSent', { email }), failure.message)
      return true
    },
  })
  return (
    <BookingForm title={t('booking.email.title', { id })} action={t('common.send')} form={form} onClose={onClose}>
      <Text size="sm">{t('booking.email.text', { email })}</Text>
    </BookingForm>
  )
}

const ResendEmail = (props: BookingModalProps) => {
  const { t } = useTranslation()
  const [isSent, setSent] = useState(false)
  const { id, emailPassenger: email } = props.booking
  if (!isSent) return <Ask {...props} onSent={() => setSent(true)} />
  return (
    <PassingMessage
      title={t('booking.email.title', { id })}
      text={t('booking.toast.emailSent', { email })}
      onClose={() => props.onClose(true)}
    />
  )
}

export default ResendEmail

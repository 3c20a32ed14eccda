import { Text, Textarea } from '@mantine/core'
import { bookingContacts } from '@parada/contract/calls/booking-contacts'
import { smsPrefill } from '@parada/domain/booking/messages'
import { useTranslation } from 'react-i18next'
import { useClient } from '../../kit/client.ts'
import { failedToast } from '../../kit/failed-toast.ts'
import type { useForm } from '../../kit/form/use-form.ts'
import { log } from '../../kit/log.ts'
import { useRepeatKey } from '../../kit/repeat-key.ts'
import { type BookingModalProps, useReloadBooking } from '../record/booking-record.ts'
import { BookingForm, useBookingForm } from './form.tsx'
import { useUndo } from './undo.ts'

/** What the wire takes: four texts of a telephone. */
const longest = 640

type Written = Pick<ReturnType<typeof useForm<{ text: string }, unknown>>, 'values' | 'text'>

export const SmsText = ({ form }: { form: Written }) => {
  const { t } = useTranslation()
  return (
    <Textarea
      size="sm"
      rows={5}
      data-autofocus
      maxLength={longest}
      label={t('fields.message')}
      description={t('common.charactersLeft', { count: longest - form.values.text.length })}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...form.text('text')}
    />
  )
}

/** A text to the passenger's mobile; nothing is sent when nothing is written (O2-49, O3-57). */
const SendSms = ({ booking, onClose }: BookingModalProps) => {
  const { t } = useTranslation()
  const client = useClient()
  const reload = useReloadBooking()
  const repeatKey = useRepeatKey()
  const undoing = useUndo()
  const to = { name: booking.passengerName, phone: booking.phoneNumberPassenger }
  const form = useBookingForm<{ text: string }, unknown>({
    booking,
    remember: 'sms',
    initial: () => ({ text: smsPrefill(booking).slice(0, longest) }),
    problems: ({ text }) => ({ text: text.trim() === '' ? 'problems.messageRequired' : undefined }),
    send: ({ text }) => {
      const body = { text: text.trim() }
      const headers = { ...repeatKey(body), ...undoing.header(body) }
      return client(bookingContacts.smsCustomer, { params: { id: booking.id }, body, headers })
    },
    onDone: (answer) => {
      onClose(answer)
      reload(booking.id)
      undoing.toast(t('booking.toast.smsSent'), { ids: [booking.id], detail: t('booking.toast.smsDetail', to) })
    },
    onFailed: (failure) => {
      log(failure.message, failure)
      onClose()
      failedToast(t('booking.toast.smsNotSent'), failure.message)
      return true
    },
  })
  return (
    <BookingForm
      title={t('booking.sms.title', { id: booking.id })}
      action={t('common.send')}
      form={form}
      onClose={onClose}
    >
      <Text size="sm">{t('booking.sms.to', to)}</Text>
      <SmsText form={form} />
    </BookingForm>
  )
}

export default SendSms

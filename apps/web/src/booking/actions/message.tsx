import { NativeSelect, Textarea } from '@mantine/core'
import { messages } from '@parada/contract/calls/messages'
import { messageDefaults, messageProblem, messageReaders } from '@parada/domain/booking/messages'
import { constants, messageCharactersLeft } from '@parada/domain/constants'
import { useTranslation } from 'react-i18next'
import { useClient } from '../../kit/client.ts'
import { useRepeatKey } from '../../kit/repeat-key.ts'
import { toast } from '../../kit/toast.tsx'
import { type BookingModalProps, useReloadBooking } from '../record/booking-record.ts'
import { BookingForm, useBookingForm } from './form.tsx'

const readers = ['everyone', 'passenger', 'staff'] as const
type Values = { message: string; readers: (typeof readers)[number] }

/** Adds to the conversation about a booking (O2-48). */
const SendMessage = ({ booking, onClose }: BookingModalProps) => {
  const { t } = useTranslation()
  const client = useClient()
  const reload = useReloadBooking()
  const repeatKey = useRepeatKey()
  const form = useBookingForm<Values, unknown>({
    booking,
    initial: () => ({ message: '', readers: 'everyone' }),
    limits: { maxLength: constants.messageMaxLength },
    problems: ({ message }) => ({ message: messageProblem(message) }),
    send: (typed) => {
      const body = {
        ...messageDefaults,
        message: typed.message.trim(),
        readers: messageReaders[typed.readers],
        idService: booking.id,
      }
      return client(messages.send, { body, headers: repeatKey(body) })
    },
    onDone: (answer) => {
      onClose(answer)
      reload(booking.id)
      toast(t('booking.toast.messageSent'), t('booking.which', { id: booking.id, name: booking.passengerName }))
    },
  })
  return (
    <BookingForm
      title={t('booking.message.title', { id: booking.id })}
      action={t('common.send')}
      form={form}
      onClose={onClose}
    >
      <NativeSelect size="sm" label={t('fields.readers')} {...form.text('readers')}>
        {readers.map((who) => (
          <option key={who} value={who}>
            {t(`booking.message.to.${who}`)}
          </option>
        ))}
      </NativeSelect>
      <Textarea
        size="sm"
        rows={4}
        data-autofocus
        label={t('fields.message')}
        description={t('common.charactersLeft', { count: messageCharactersLeft(form.values.message.trim()) })}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...form.text('message')}
      />
    </BookingForm>
  )
}

export default SendMessage

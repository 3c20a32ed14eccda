import { NativeSelect, SimpleGrid, Text, Textarea } from '@mantine/core'
import { bookingContacts } from '@parada/contract/calls/booking-contacts'
import { smsPrefill } from '@parada/domain/booking/messages'
import {
  type SmsLanguage,
  type SmsTemplate,
  smsLanguages,
  smsSegments,
  smsTemplates,
  smsText,
} from '@parada/domain/booking/sms'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useClient } from '../../kit/client.ts'
import { failedToast } from '../../kit/failed-toast.ts'
import type { useForm } from '../../kit/form/use-form.ts'
import { log } from '../../kit/log.ts'
import { useRepeatKey } from '../../kit/repeat-key.ts'
import { type BookingModalProps, useReloadBooking } from '../record/booking-record.ts'
import { BookingForm, useBookingForm } from './form.tsx'
import { useUndo } from './undo.ts'

/** The contract's limit: four SMS of 160 characters. */
const longest = 640

type MessageForm = Pick<ReturnType<typeof useForm<{ text: string }, unknown>>, 'values' | 'text'>

export const SmsText = ({ form }: { form: MessageForm }) => {
  const { t } = useTranslation()
  const { segments, left, isPlain } = smsSegments(form.values.text)
  return (
    <Textarea
      size="sm"
      rows={5}
      data-autofocus
      maxLength={longest}
      label={t('fields.message')}
      description={[
        segments > 0 && t('booking.sms.segments', { count: segments }),
        segments > 0 && t('booking.sms.left', { count: left }),
        !isPlain && t('booking.sms.unicode'),
        t('common.charactersLeft', { count: longest - form.values.text.length }),
      ]
        .filter(Boolean)
        .join(' · ')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...form.text('text')}
    />
  )
}

type TemplatesProps = { booking: BookingModalProps['booking']; text: string; onText: (text: string) => void }

/** Frequent messages in either language. Changing the language does not translate a text of the operator's own. */
const Templates = ({ booking, text, onText }: TemplatesProps) => {
  const { t } = useTranslation()
  const [language, setLanguage] = useState<SmsLanguage>('es')
  const written = (into: SmsLanguage, template: SmsTemplate) => smsText(template, into, booking).slice(0, longest)
  const chosen = smsTemplates.find((template) => written(language, template) === text)
  return (
    <SimpleGrid cols={2} spacing="sm">
      <NativeSelect
        size="sm"
        label={t('booking.sms.template')}
        value={chosen ?? ''}
        onChange={(event) => onText(written(language, event.currentTarget.value as SmsTemplate))}
      >
        {!chosen && <option value="">{t('common.choose')}</option>}
        {smsTemplates.map((template) => (
          <option key={template} value={template}>
            {t(`booking.sms.templates.${template}`)}
          </option>
        ))}
      </NativeSelect>
      <NativeSelect
        size="sm"
        label={t('booking.sms.language')}
        value={language}
        onChange={(event) => {
          const into = event.currentTarget.value as SmsLanguage
          setLanguage(into)
          if (chosen) onText(written(into, chosen))
        }}
      >
        {smsLanguages.map((one) => (
          <option key={one} value={one}>
            {t(`languages.${one}`)}
          </option>
        ))}
      </NativeSelect>
    </SimpleGrid>
  )
}

/** Sends a text to the passenger's mobile; an empty one is refused (O2-49, O3-57). */
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
      // The text can be sent once the quota has room again, and the form says when that is.
      if (failure.status === 429) return false
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
      <Templates booking={booking} text={form.values.text} onText={(text) => form.change({ text })} />
      <SmsText form={form} />
    </BookingForm>
  )
}

export default SendSms

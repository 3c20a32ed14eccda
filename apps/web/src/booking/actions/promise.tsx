import { Anchor, Group, Radio, Text, Textarea } from '@mantine/core'
import {
  arrivalProblem,
  arrivalToTell,
  priceToTell,
  promiseOf,
  promiseSms,
  type TaxiSaid,
} from '@parada/domain/booking/promise'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MomentField } from '../../kit/form/moment-field.tsx'
import { momentOf, momentText } from '../../kit/form/moment-text.ts'
import { formatsFor } from '../../kit/format.ts'
import { useSessionState } from '../../session/use-session.ts'
import type { BookingModalProps } from '../record/booking-record.ts'
import { timeWords } from '../record/words.ts'
import { BookingForm, useBookingForm } from './form.tsx'
import { useMaySms, useRenewPromise } from './tell-promise.ts'

/** The contract's limit: four SMS of 160 characters. */
const longest = 640

type Values = {
  arrival: string
  told: 'call' | 'sms'
  /** Null until the operator changes the text. */
  text: string | null
}

type PromiseModalProps = BookingModalProps & {
  /** What the taxi reported last, if the screen behind has it. */
  position?: TaxiSaid | null | undefined
}

/** Shows the promise and the current expectation, and tells the caller by phone or by SMS. */
const RenewPromise = ({ booking, position, onClose }: PromiseModalProps) => {
  const { t, i18n } = useTranslation()
  const renew = useRenewPromise()
  const maySms = useMaySms()(booking)
  const config = useSessionState((state) => state.whitelabelConfig)
  const [now] = useState(Date.now)
  const { timeZone, phoneNumberPassenger: phone } = booking
  const promise = promiseOf(booking, { position, now })
  const price = priceToTell(booking)
  const time = (moment: number) => timeWords(moment, timeZone, i18n.language)
  const money = (amount: number) => formatsFor(i18n.language).money(amount, booking.priceCustomerCurrency)

  const prepared = (arrival: string) =>
    promiseSms(booking, momentOf(arrival, timeZone) ?? now, /^en/i.test(String(config?.language)) ? 'en' : 'es', {
      tenant: config?.name,
      price,
    })
  const form = useBookingForm<Values, unknown>({
    booking,
    initial: () => ({ arrival: momentText(arrivalToTell(promise, now), timeZone), told: 'call', text: null }),
    inputs: { promisedArrival: 'arrival' },
    problems: ({ arrival, told, text }) => ({
      arrival: arrivalProblem(momentOf(arrival, timeZone), Date.now()),
      text: told === 'sms' && text?.trim() === '' ? 'problems.messageRequired' : undefined,
    }),
    send: ({ arrival, told, text }, version) =>
      renew(
        { ...booking, version },
        {
          expected: momentOf(arrival, timeZone) as number,
          told,
          ...(told === 'sms' && { text: (text ?? prepared(arrival)).trim() }),
        },
      ),
    onDone: onClose,
  })
  const { arrival, told } = form.values
  const arrives = momentOf(arrival, timeZone)
  const action = told === 'sms' ? 'send' : 'mark'
  const shownText = form.values.text ?? prepared(arrival)
  return (
    <BookingForm
      title={t('booking.promise.title', { id: booking.id })}
      action={t(`booking.promise.${action}`, { time: arrives === undefined ? '…' : time(arrives) })}
      form={form}
      onClose={onClose}
    >
      <Text size="sm">
        {promise.due !== null && t('booking.promise.promised', { time: time(promise.due) })}{' '}
        {promise.expected !== null && t('booking.promise.expected', { time: time(promise.expected) })}{' '}
        {price !== null &&
          t('booking.promise.costs', { told: money(booking.promisedPrice as number), now: money(price) })}
      </Text>
      {phone && (
        <Anchor size="sm" href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>
          {t('booking.promise.callBack', { name: booking.passengerName, phone })}
        </Anchor>
      )}
      {maySms && (
        <Radio.Group
          size="sm"
          label={t('booking.promise.how')}
          value={told}
          onChange={(chosen) => form.change({ told: chosen as Values['told'] })}
        >
          <Group gap="md" mt={4}>
            {(['call', 'sms'] as const).map((value) => (
              <Radio key={value} size="sm" value={value} label={t(`booking.promise.by.${value}`)} />
            ))}
          </Group>
        </Radio.Group>
      )}
      <MomentField label={t('booking.promise.arrival')} timeZone={timeZone} isFirst {...form.text('arrival')} />
      {told === 'sms' && (
        <Textarea
          size="sm"
          rows={4}
          maxLength={longest}
          label={t('fields.message')}
          description={t('common.charactersLeft', { count: longest - shownText.length })}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.text('text')}
          value={shownText}
        />
      )}
    </BookingForm>
  )
}

export default RenewPromise

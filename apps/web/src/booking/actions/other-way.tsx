import { Checkbox, Text, Textarea } from '@mantine/core'
import { otherWays } from '@parada/contract/calls/other-ways'
import type { BodyOf } from '@parada/contract/kit'
import { useTranslation } from 'react-i18next'
import { useClient } from '../../kit/client.ts'
import { useRepeatKey } from '../../kit/repeat-key.ts'
import type { BookingModalProps } from '../record/booking-record.ts'
import { BookingForm, useBookingForm } from './form.tsx'
import { useMaySms } from './tell-promise.ts'
import { useUndo } from './undo.ts'

/** The contract's limit: four SMS of 160 characters. */
const longest = 640

export type OtherWay = {
  chosen: BodyOf<typeof otherWays.take>['chosen']
  /** Describes it for display. */
  words: string
  /** The SMS that informs the passenger. */
  text: string
}

type Values = { sendsSms: boolean; text: string }

/** Takes the alternative in place of the taxi, with the SMS that informs the passenger. */
const TakeOtherWay = ({ booking, way, onClose }: BookingModalProps & { way: OtherWay }) => {
  const { t } = useTranslation()
  const client = useClient()
  const repeatKey = useRepeatKey()
  const undoing = useUndo()
  const maySms = useMaySms()(booking)
  const isLater = way.chosen.kind === 'time'
  const form = useBookingForm<Values, unknown>({
    booking,
    initial: () => ({ sendsSms: maySms, text: way.text }),
    inputs: { sms: 'text' },
    problems: ({ sendsSms, text }) => ({
      text: sendsSms && text.trim() === '' ? 'problems.messageRequired' : undefined,
    }),
    send: async ({ sendsSms, text }, version) => {
      const body = { version, chosen: way.chosen, sms: sendsSms ? text.trim() : null }
      const headers = { ...repeatKey(body), ...undoing.header(body) }
      const answer = await client(otherWays.take, { params: { id: booking.id }, body, headers })
      undoing.toast(t('booking.otherWays.done', { id: booking.id }), { ids: [booking.id], detail: way.words })
      return answer
    },
    onDone: onClose,
  })
  return (
    <BookingForm
      title={t('booking.otherWays.title', { id: booking.id })}
      action={t(`booking.otherWays.take.${way.chosen.kind}`)}
      form={form}
      onClose={onClose}
    >
      <Text size="sm" fw={500}>
        {way.words}
      </Text>
      <Text size="sm">{t(isLater ? 'booking.otherWays.sentLater' : 'booking.otherWays.cancelsTaxi')}</Text>
      {maySms && (
        <Checkbox
          size="sm"
          label={t('booking.otherWays.sms', { phone: booking.phoneNumberPassenger })}
          checked={form.values.sendsSms}
          onChange={({ currentTarget }) => form.change({ sendsSms: currentTarget.checked })}
        />
      )}
      {form.values.sendsSms && (
        <Textarea
          size="sm"
          rows={4}
          maxLength={longest}
          data-autofocus
          label={t('fields.message')}
          description={t('common.charactersLeft', { count: longest - form.values.text.length })}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.text('text')}
        />
      )}
    </BookingForm>
  )
}

export default TakeOtherWay

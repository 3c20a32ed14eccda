import { bookingContacts, type Delivery } from '@parada/contract/calls/booking-contacts'
import { driverReplies, messageProblem, messageSender, messageTypeOf } from '@parada/domain/booking/messages'
import { isAlive, labelKey } from '@parada/domain/codes'
import { constants, messageCharactersLeft } from '@parada/domain/constants'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useClient } from '../../kit/client.ts'
import { useForm } from '../../kit/form/use-form.ts'
import { useRepeatKey } from '../../kit/repeat-key.ts'
import { toast } from '../../kit/toast.tsx'
import { useSessionState } from '../../session/use-session.ts'
import { type Booking, useReloadBooking } from '../record/booking-record.ts'
import { useExtras } from '../record/use-booking.ts'
import { momentWords } from '../record/words.ts'
import classes from './booking.module.css'
import { Fact, FactGroup, Facts } from './fact.tsx'

type Props = { booking: Booking }
type Extras = ReturnType<typeof useExtras>

/** Sends a note to the driver from the page itself: text of at most 256 characters (O2-50). */
const NoteToDriver = ({ booking: { id, passengerName } }: { booking: Booking }) => {
  const { t } = useTranslation()
  const client = useClient()
  const reload = useReloadBooking()
  const repeatKey = useRepeatKey()
  const language = useSessionState(({ whitelabelConfig }) => whitelabelConfig?.language)
  /** Counts the notes sent, so that the same text can be sent again on purpose under a new idempotency key. */
  const [times, setTimes] = useState(0)
  const form = useForm<{ text: string }, undefined>({
    initial: () => ({ text: '' }),
    limits: { maxLength: constants.messageMaxLength },
    problems: ({ text }) => ({ text: messageProblem(text) }),
    send: ({ text }) => {
      const body = { text: text.trim() }
      return client(bookingContacts.notesToDriver, { params: { id }, body, headers: repeatKey({ body, times }) })
    },
    onDone: () => {
      setTimes(times + 1)
      form.reset()
      reload(id)
      toast(t('booking.toast.messageSent'), t('booking.which', { id, name: passengerName }))
    },
  })
  const replies = driverReplies[/^en/i.test(String(language)) ? 'en' : 'es']
  const box = useRef<HTMLTextAreaElement>(null)
  const { text } = form.values
  const left = messageCharactersLeft(text.trim())
  const told = form.errorOf('text') ?? form.failure
  return (
    <form {...form.formProps} className={classes.note}>
      <fieldset aria-label={t('booking.quickReplies')} className={classes.replies}>
        {replies.map((reply) => (
          <button
            key={reply}
            type="button"
            className={classes.reply}
            onClick={() => {
              form.change({ text: reply })
              box.current?.focus()
            }}
          >
            {reply}
          </button>
        ))}
      </fieldset>
      <label>
        {t('fields.noteToDriver')}
        <textarea
          ref={box}
          rows={2}
          value={text}
          aria-invalid={form.errorOf('text') !== undefined}
          onChange={(event) => form.change({ text: event.currentTarget.value })}
        />
      </label>
      <span>{text !== '' && t('common.charactersLeft', { count: left })}</span>
      <button type="submit" disabled={form.isPending}>
        {t('common.send')}
      </button>
      {told && <p role="alert">{told}</p>}
    </form>
  )
}

const DeliveryLine = ({ delivery, timeZone }: { delivery: Delivery; timeZone: string }) => {
  const { t, i18n } = useTranslation()
  const { channel, template, recipient, state, lastError, sentAt, createdAt } = delivery
  return (
    <li>
      <time>{momentWords(sentAt ?? createdAt, timeZone, i18n.language)}</time>
      <div>
        {t(`booking.channels.${channel}`)} · {t(`booking.templates.${template}`, template)} · {recipient}{' '}
        <b data-failed={state === 'failed' || undefined}>{t(`booking.deliveryStates.${state}`)}</b>
        {state === 'failed' && lastError && <small> {lastError}</small>}
      </div>
    </li>
  )
}

type Line = Extras['messages'][number] | Delivery

const timeOf = (line: Line) => ('recipient' in line ? (line.sentAt ?? line.createdAt) : line.at)

const linesOf = ({ messages, deliveries }: Extras): Line[] =>
  [...messages, ...deliveries].toSorted((a, b) => timeOf(a) - timeOf(b))

/** Messages about the booking, the mails and SMS that were sent, and the rating. */
export const Conversation = ({ booking }: Props) => {
  const extras = useExtras(booking.id)
  const { t, i18n } = useTranslation()
  const { score, toImprove = [] } = extras.rating ?? {}
  const improvements = toImprove.map((category) => t(labelKey('improvement', category) ?? category))
  return (
    <FactGroup title={t('booking.groups.messages')}>
      <Facts>
        <Fact label={t('booking.actions.rating')}>
          {score != null && [t('booking.rating.of', { score }), ...improvements].join(' · ')}
        </Fact>
      </Facts>
      {linesOf(extras).length === 0 && <p className={classes.none}>{t('booking.noMessages')}</p>}
      <ol className={classes.lines}>
        {linesOf(extras).map((line) =>
          'recipient' in line ? (
            <DeliveryLine key={`delivery ${line.id}`} delivery={line} timeZone={booking.timeZone} />
          ) : (
            <li key={line.id} className={classes.bubble} data-own={line.sender === messageSender || undefined}>
              <small>
                <b>{line.userName}</b> · <time>{momentWords(line.at, booking.timeZone, i18n.language)}</time>
                {messageTypeOf(line.type) !== 'comment' &&
                  ` · ${t(`booking.messageTypes.${messageTypeOf(line.type) ?? 'info'}`)}`}
              </small>
              <div>{line.message}</div>
            </li>
          ),
        )}
      </ol>
      {isAlive(booking.status) && <NoteToDriver booking={booking} />}
    </FactGroup>
  )
}

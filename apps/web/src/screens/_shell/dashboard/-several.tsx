import { Button, Group, Stack, Text } from '@mantine/core'
import { bookingContacts } from '@parada/contract/calls/booking-contacts'
import { services } from '@parada/contract/calls/services'
import { cancelProblem, commentMinLength } from '@parada/domain/booking/cancel'
import { dispatchStatus } from '@parada/domain/codes'
import { constants } from '@parada/domain/constants'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ReasonFields } from '../../../booking/actions/cancel.tsx'
import { SmsText } from '../../../booking/actions/sms.tsx'
import { type Act, useOfferUndo } from '../../../booking/actions/undo.ts'
import { type Booking, useKeepBooking } from '../../../booking/record/booking-record.ts'
import { useClient } from '../../../kit/client.ts'
import { useForm } from '../../../kit/form/use-form.ts'
import { Modal } from '../../../kit/modal.tsx'
import { randomKey } from '../../../kit/random-key.ts'
import { useSessionState } from '../../../session/use-session.ts'
import type { DashboardBooking } from './-dashboard-booking.ts'
import { type Outcome, runSeveral } from './-run-several.ts'
import classes from './-several.module.css'

type Action = 'dispatch' | 'cancel' | 'sms'
type Props = { action: Action; rows: readonly DashboardBooking[]; onClose: (isDone?: boolean) => void }
type Values = { cancellationReasonCode: string; comment: string; text: string }
type Outcomes = ReadonlyMap<number, Outcome<unknown>>

/**
 * The API call of each action for one booking. A retry reuses the idempotency key, so that it counts as the same act.
 */
const useActs = (action: Action) => {
  const { t } = useTranslation()
  const client = useClient()
  const keep = useKeepBooking()
  const repeatKeys = useRef(new Map<number, string>())
  const acts = useRef(new Map<number, Act>())
  const headers = (id: number) => {
    const repeat = repeatKeys.current.get(id) ?? randomKey()
    repeatKeys.current.set(id, repeat)
    const act = { key: randomKey(), since: Date.now() }
    acts.current.set(id, act)
    return { 'Idempotency-Key': repeat, 'Undo-Key': act.key }
  }
  const kept = ({ booking }: { booking: Booking }) => keep(booking)
  const calls: Record<Action, (booking: DashboardBooking, typed: Values) => Promise<unknown>> = {
    dispatch: async ({ id }) => {
      const { booking } = await client(services.get, { params: { id } })
      if (booking.statusDispatch !== dispatchStatus.locked) throw new Error(t('dashboard.notLocked'))
      const body = { booking: { id, version: booking.version, idFleet: booking.idFleet }, isBlocked: false }
      kept(await client(services.act, { params: { action: 'dispatch' }, body, headers: headers(id) }))
    },
    cancel: async ({ id, version }, { cancellationReasonCode, comment }) => {
      const body = { version, cancellationReasonCode, comment: comment.trim() }
      const { 'Undo-Key': key } = headers(id)
      kept(await client(services.cancel, { params: { id }, body, headers: { 'Undo-Key': key } }))
    },
    sms: ({ id }, { text }) =>
      client(bookingContacts.smsCustomer, { params: { id }, body: { text: text.trim() }, headers: headers(id) }),
  }
  return { run: calls[action], acts }
}

const sign = (outcome: Outcome<unknown> | undefined) => (outcome ? (outcome.isDone ? '✓' : '✗') : '·')

/** Runs an action on several bookings, and shows the outcome for each. */
const Several = ({ action, rows: given, onClose }: Props) => {
  const { t } = useTranslation()
  // Frozen when the modal opens, so that rows that end meanwhile, even by this action, stay in the results.
  const [rows] = useState(given)
  const [outcomes, setOutcomes] = useState<Outcomes>(new Map())
  const [isDone, setDone] = useState(false)
  const { run, acts } = useActs(action)
  const offer = useOfferUndo()
  const minLength = useSessionState(({ whitelabelConfig }) => whitelabelConfig?.cancelReasonMinLength)
  const failed = rows.filter(({ id }) => outcomes.get(id)?.isDone === false)
  const done = rows.filter(({ id }) => outcomes.get(id)?.isDone)
  const toDo = isDone ? failed : rows

  const form = useForm<Values, number[]>({
    initial: () => ({ cancellationReasonCode: '', comment: '', text: '' }),
    limits: { minLength: commentMinLength(minLength), maxLength: constants.messageMaxLength },
    problems: (typed) => {
      if (action === 'sms') return { text: typed.text.trim() === '' ? 'problems.messageRequired' : undefined }
      if (action === 'dispatch') return {}
      const problem = cancelProblem({ ...typed, cancelReasonMinLength: minLength ?? null })
      return problem === 'problems.reasonRequired' ? { cancellationReasonCode: problem } : { comment: problem }
    },
    send: async (typed) => {
      const now: number[] = []
      setOutcomes((before) => new Map([...before].filter(([, outcome]) => outcome.isDone)))
      await runSeveral(
        toDo,
        (booking) => run(booking, typed),
        (booking, outcome) => {
          if (outcome.isDone) now.push(booking.id)
          setOutcomes((before) => new Map([...before, [booking.id, outcome]]))
        },
      )
      return now
    },
    onDone: (now) => {
      setDone(true)
      if (now.length === 0) return
      const message = t(`dashboard.several.done.${action}`, { n: now.length })
      offer(
        message,
        now.flatMap((id) => acts.current.get(id) ?? []),
        { ids: now },
      )
      if (now.length === toDo.length) onClose(true)
    },
  })

  const keep = action === 'cancel' ? 'booking.cancel.keep.series' : 'common.back'
  const dismiss = isDone ? 'common.close' : keep
  const close = () => !form.isPending && onClose(isDone && failed.length === 0)
  return (
    <Modal opened onClose={close} title={t(`dashboard.several.title.${action}`, { count: rows.length })} size="lg">
      <form {...form.formProps}>
        <Stack gap="sm">
          {action === 'cancel' && !isDone && <ReasonFields form={form} />}
          {action === 'sms' && !isDone && <SmsText form={form} />}
          <Text size="sm" role="status">
            {isDone
              ? t('dashboard.several.result', { done: done.length, failed: failed.length })
              : t(`dashboard.several.consequence.${action}`)}
          </Text>
          <ul className={classes.rows} aria-label={t('dashboard.several.these')}>
            {rows.map(({ id, passengerName }) => {
              const outcome = outcomes.get(id)
              return (
                <li key={id} data-outcome={outcome && (outcome.isDone ? 'done' : 'failed')}>
                  <span aria-hidden="true">{sign(outcome)}</span>
                  <b>{id}</b> <span>{passengerName}</span>
                  <span className={classes.reason}>
                    {outcome && (outcome.isDone ? t(`dashboard.several.one.${action}`) : outcome.reason)}
                  </span>
                </li>
              )
            })}
          </ul>
          <Group justify="flex-end" gap="xs">
            <Button type="button" variant="default" size="xs" onClick={close} disabled={form.isPending}>
              {t(dismiss)}
            </Button>
            {toDo.length > 0 && (
              <Button
                type="submit"
                size="xs"
                loading={form.isPending}
                {...(action === 'cancel' && { color: 'red.8' })}
                {...(action === 'dispatch' && { 'data-autofocus': true })}
                aria-keyshortcuts="Control+Enter"
              >
                {isDone
                  ? t('dashboard.several.again', { n: toDo.length })
                  : t(`dashboard.several.do.${action}`, { count: toDo.length })}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

export default Several

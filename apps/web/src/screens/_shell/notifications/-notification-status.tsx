import { Group, Switch, Text } from '@mantine/core'
import { notifications as toasts } from '@mantine/notifications'
import { type Notification, notifications } from '@parada/contract/calls/notifications'
import { maySwitchNotification, notificationStatus, windowProblem, windowToOffer } from '@parada/domain/notification'
import type { ProblemKey } from '@parada/domain/problem/keys'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useClient } from '../../../kit/client.ts'
import { FormModal } from '../../../kit/form/form-modal.tsx'
import { MomentField } from '../../../kit/form/moment-field.tsx'
import { momentOf, momentText } from '../../../kit/form/moment-text.ts'
import { useForm } from '../../../kit/form/use-form.ts'
import { listKey } from '../../../kit/list/data/list-data.ts'
import { useSessionState } from '../../../session/use-session.ts'

type Props = { row: Notification; onClose: () => void }
type Values = { active: boolean; from: string; to: string }

/** Notifications are not tied to a place, so their times are shown on the operator's own clock. */
const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** A half-typed time is an error, not an empty value. */
const textProblem = (text: string): ProblemKey | undefined =>
  text.trim() !== '' && momentOf(text, timeZone) === undefined ? 'problems.momentInvalid' : undefined

const windowOf = ({ from, to }: Values) => ({ from: momentOf(from, timeZone), to: momentOf(to, timeZone) })

const useStatusForm = ({ row, onClose }: Props) => {
  const { t } = useTranslation()
  const client = useClient()
  const queries = useQueryClient()
  const { id } = row
  return useForm<Values, unknown>({
    initial: () => {
      const { from, to } = windowToOffer(row, Date.now())
      const active = row.status === notificationStatus.on
      return { active, from: momentText(from, timeZone), to: momentText(to, timeZone) }
    },
    problems: (values) =>
      values.active
        ? { from: textProblem(values.from), to: textProblem(values.to) ?? windowProblem(windowOf(values)) }
        : {},
    send: (values) => {
      const { from, to } = windowOf(values)
      const { active } = values
      const window = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
      return client(notifications.change, {
        params: { id, action: active ? 'activate' : 'deactivate' },
        body: { id, active, ...(active && window) },
      })
    },
    onDone: (_, { active }) => {
      void queries.invalidateQueries({ queryKey: listKey(notifications.list) })
      toasts.show({ message: t(active ? 'notification.switchedOn' : 'notification.switchedOff', { id }) })
      onClose()
    },
  })
}

/** Switches a notification on, with or without a time window, or off. */
const NotificationStatus = (props: Props) => {
  const { row, onClose } = props
  const { t } = useTranslation()
  const form = useStatusForm(props)
  const { active } = form.values
  const maySwitch = useSessionState(({ grants }) => !!grants && maySwitchNotification(grants, row.id))
  // Passes all three values, since the rule concerns them together and must show whichever one changes.
  const change = (part: Partial<Values>) => form.change({ ...form.values, ...part })
  const moment = (name: 'from' | 'to') => ({
    ...form.text(name),
    timeZone,
    disabled: !active || !maySwitch,
    onChange: (event: { currentTarget: { value: string } }) => change({ [name]: event.currentTarget.value }),
  })
  return (
    <FormModal
      title={t('notification.title', { id: row.id })}
      action={t('common.save')}
      form={form}
      onClose={onClose}
      isBlocked={!form.isValid || !maySwitch}
    >
      <Text size="sm">{row.content}</Text>
      <Switch
        data-autofocus
        label={t(active ? 'codes.notificationStatus.1' : 'codes.notificationStatus.0')}
        checked={active}
        disabled={!maySwitch}
        onChange={({ currentTarget }) => change({ active: currentTarget.checked })}
      />
      <Group gap="sm" wrap="wrap" align="flex-start">
        <MomentField label={t('fields.minDate')} {...moment('from')} />
        <MomentField label={t('fields.maxDate')} {...moment('to')} />
      </Group>
      <Text size="xs">{t(maySwitch ? 'notification.hint' : 'notification.notYours')}</Text>
    </FormModal>
  )
}

export default NotificationStatus

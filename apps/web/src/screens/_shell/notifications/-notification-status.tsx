import { Button, Group, Stack, Switch, Text, TextInput } from '@mantine/core'
import { notifications as toasts } from '@mantine/notifications'
import { type Notification, notifications } from '@parada/contract/calls/notifications'
import { notificationStatus, type Window, windowProblem, windowToOffer } from '@parada/domain/notification'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useClient } from '../../../kit/client.ts'
import { listKey } from '../../../kit/list/data/list-data.ts'
import { Modal } from '../../../kit/modal.tsx'
import { problemWords } from '../../../kit/problem-words.ts'

type Props = { row: Notification; onClose: () => void }
type Typed = { from: string; to: string }

const two = (part: number) => String(part).padStart(2, '0')

/** A moment as the browser's own input of day and time writes it, in local time. */
const inputText = (moment: number | null | undefined) => {
  if (moment == null) return ''
  const at = new Date(moment)
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-')
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`
}

const momentOf = (text: string) => (text === '' ? undefined : new Date(text).getTime())

const useSwitching = ({ id }: Notification, onDone: (active: boolean) => void) => {
  const client = useClient()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ active, from, to }: { active: boolean } & Window) =>
      client(notifications.change, {
        params: { id, action: active ? 'activate' : 'deactivate' },
        body: { id, active, ...(active && from != null && { from }), ...(active && to != null && { to }) },
      }),
    onSuccess: (_, { active }) => {
      void queries.invalidateQueries({ queryKey: listKey(notifications.list) })
      onDone(active)
    },
  })
}

/** Switches a notification on, within a window or without end, or off. */
const NotificationStatusModal = ({ row, onClose }: Props) => {
  const { t } = useTranslation()
  const [active, setActive] = useState(row.status === notificationStatus.on)
  const [typed, setTyped] = useState<Typed>(() => {
    const { from, to } = windowToOffer(row, Date.now())
    return { from: inputText(from), to: inputText(to) }
  })
  const { mutate, isPending, error } = useSwitching(row, (isOn) => {
    toasts.show({ message: t(isOn ? 'notification.switchedOn' : 'notification.switchedOff', { id: row.id }) })
    onClose()
  })
  const window = { from: momentOf(typed.from), to: momentOf(typed.to) }
  const problem = active ? windowProblem(window) : undefined
  const told = problem ? problemWords(t, problem) : error?.message

  const moment = (end: keyof Typed) => (
    <TextInput
      type="datetime-local"
      size="sm"
      style={{ flex: 1, minWidth: 190 }}
      label={t(end === 'from' ? 'fields.minDate' : 'fields.maxDate')}
      value={typed[end]}
      disabled={!active}
      error={problem !== undefined}
      onChange={(event) => setTyped({ ...typed, [end]: event.target.value })}
    />
  )

  return (
    <Modal opened onClose={onClose} title={t('notification.title', { id: row.id })} size="md">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (!problem && !isPending) mutate({ active, ...window })
        }}
      >
        <Stack gap="sm">
          <Text size="sm">{row.content}</Text>
          <Switch
            data-autofocus
            label={t(active ? 'codes.notificationStatus.1' : 'codes.notificationStatus.0')}
            checked={active}
            onChange={(event) => setActive(event.currentTarget.checked)}
          />
          <Group gap="sm" wrap="wrap">
            {moment('from')}
            {moment('to')}
          </Group>
          <Text
            size="xs"
            c={told ? 'var(--mantine-color-error)' : undefined}
            role={told ? 'alert' : undefined}
            mih={18}
          >
            {told ?? t('notification.hint')}
          </Text>
          <Group justify="flex-end" gap="xs">
            <Button type="button" variant="default" size="xs" onClick={onClose}>
              {t('common.back')}
            </Button>
            <Button type="submit" size="xs" disabled={problem !== undefined} loading={isPending}>
              {t('common.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

export default NotificationStatusModal

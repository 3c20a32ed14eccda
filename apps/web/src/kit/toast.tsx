import { UnstyledButton } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { closest } from './closest.ts'
import { closing } from './toast-closing.ts'
import { toastPriority } from './toast-priority.ts'

/** Says that something was done and, below it, to what. */
export const toast = (message: string, detail?: string) =>
  notifications.show({
    ...(detail ? { title: message, message: detail } : { message }),
    color: 'green',
    role: 'status',
    priority: toastPriority.answer,
    closeButtonProps: closing(),
  })

/** The same, with a click that opens the record. */
export const toastTo = (message: string, detail: string, open: () => void) => {
  const id = notifications.show({
    title: message,
    message: (
      <UnstyledButton fz="sm" fw={500}>
        {detail} <span aria-hidden="true">›</span>
      </UnstyledButton>
    ),
    color: 'green',
    role: 'status',
    priority: toastPriority.answer,
    closeButtonProps: closing(),
    style: { cursor: 'pointer' },
    onClick: (event) => {
      if (closest(event, '[data-close]')) return
      notifications.hide(id)
      open()
    },
  })
}

import { UnstyledButton } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import i18next from 'i18next'

const closing = () => ({ 'aria-label': i18next.t('shell.close'), 'data-close': true })

/** Says that something was done. */
export const toast = (message: string) =>
  notifications.show({ message, color: 'green', role: 'status', closeButtonProps: closing() })

/** The same, and a click on it leads to what was done. */
export const toastTo = (message: string, open: () => void) => {
  const id = notifications.show({
    message: (
      <UnstyledButton fz="sm" fw={500}>
        {message} <span aria-hidden="true">›</span>
      </UnstyledButton>
    ),
    color: 'green',
    role: 'status',
    closeButtonProps: closing(),
    style: { cursor: 'pointer' },
    onClick: (event) => {
      if ((event.target as Element).closest('[data-close]')) return
      notifications.hide(id)
      open()
    },
  })
}

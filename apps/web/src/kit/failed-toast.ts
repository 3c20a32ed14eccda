import { type NotificationData, notifications } from '@mantine/notifications'
import { closing } from './toast-closing.ts'
import { toastPriority } from './toast-priority.ts'

/** Says that something failed, and why, when no form is left to say it. */
export const failedToast = (message: string, detail?: string, more: Partial<NotificationData> = {}) =>
  notifications.show({
    ...(detail ? { title: message, message: detail } : { message }),
    color: 'red',
    role: 'alert',
    priority: toastPriority.answer,
    closeButtonProps: closing(),
    ...more,
  })

import { type NotificationData, notifications } from '@mantine/notifications'
import { closing } from './toast-closing.ts'
import { toastPriority } from './toast-priority.ts'

/** Shows a failure and its reason when there is no form left to show it. */
export const failedToast = (message: string, detail?: string, more: Partial<NotificationData> = {}) =>
  notifications.show({
    ...(detail ? { title: message, message: detail } : { message }),
    color: 'red',
    role: 'alert',
    priority: toastPriority.answer,
    closeButtonProps: closing(),
    ...more,
  })

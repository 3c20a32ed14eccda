import { notifications } from '@mantine/notifications'

/** Says that something failed, and why, when no form is left to say it. */
export const failedToast = (message: string, detail?: string) =>
  notifications.show({
    ...(detail ? { title: message, message: detail } : { message }),
    color: 'red',
    role: 'alert',
  })

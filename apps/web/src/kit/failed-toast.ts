import { notifications } from '@mantine/notifications'

/** Says that something was not done, where no form is left to say it, and below it why. */
export const failedToast = (message: string, detail?: string) =>
  notifications.show({
    ...(detail ? { title: message, message: detail } : { message }),
    color: 'red',
    role: 'alert',
  })

import { notifications } from '@mantine/notifications'

/** Says that something was not done, where no form is left to say it. */
export const failedToast = (message: string) => notifications.show({ message, color: 'red', role: 'alert' })

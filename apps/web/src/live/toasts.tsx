import { UnstyledButton } from '@mantine/core'
import { type NotificationData, notifications } from '@mantine/notifications'
import type { LiveNotification } from '@parada/contract/live-message'
import { constants } from '@parada/domain/constants'
import { useTranslation } from 'react-i18next'
import { closest } from '../kit/closest.ts'
import { closing } from '../kit/toast-closing.ts'
import type { Sounds } from './sounds.ts'

/** The navigation that a toast may use. */
export type Ways = {
  /** Whether a screen exists at this path. */
  leadsTo: (path: string) => boolean
  go: (path: string) => void
}

const colors: Record<string, string> = { info: 'blue', success: 'green', warning: 'yellow', danger: 'red' }
const stickyTitles: Record<string, string> = { warning: 'live.warning', danger: 'live.error' }

const T = ({ text }: { text: string }) => useTranslation().t(text)

const Waiting = ({ fleet, count }: NonNullable<LiveNotification['toValidate']>) =>
  useTranslation().t('live.waitToBeValidated', { fleet, count })

/** Screen readers announce warnings and errors at once, everything else when they are idle. */
const roleOf = (color: string) => (color === 'warning' || color === 'danger' ? 'alert' : 'status')

const finishedPath = '/bookings/finished'

export const createToasts = ({ leadsTo, go, sounds }: Ways & { sounds: Sounds }) => {
  const shown = new Set<string>()
  let count = 0

  const show = ({ id = `live-${++count}`, onClick, onClose, ...toast }: NotificationData) => {
    shown.add(id)
    notifications.show({
      ...toast,
      id,
      closeButtonProps: closing(),
      ...(onClick && {
        style: { cursor: 'pointer' },
        // The close button lies inside the toast: closing must not count as a click on the toast.
        onClick: (event) => !closest(event, '[data-close]') && onClick(event),
      }),
      onClose: (closed) => {
        shown.delete(id)
        onClose?.(closed)
      },
    })
    return id
  }

  return {
    notification: ({ message, color, sticky }: LiveNotification) => {
      const known = color && color in colors ? color : 'info'
      const title = sticky ? stickyTitles[known] : undefined
      show({
        title: title && <T text={title} />,
        message,
        color: colors[known],
        role: roleOf(known),
        autoClose: sticky ? false : constants.toastMs,
      })
    },

    /** One toast per fleet, with the newest count. */
    cancelledToValidate: ({ sticky, toValidate }: Pick<LiveNotification, 'sticky' | 'toValidate'>) => {
      const onClick = () => {
        sounds.pause()
        notifications.hide(id)
        if (leadsTo(finishedPath)) go(finishedPath)
      }
      const id = `live-to-validate-${toValidate?.fleet ?? ''}`
      notifications.hide(id)
      show({
        id,
        title: (
          <UnstyledButton fz="sm" fw={500}>
            <T text="live.cancelledToValidate" />
          </UnstyledButton>
        ),
        message: toValidate && <Waiting {...toValidate} />,
        color: colors.warning,
        role: 'alert',
        autoClose: sticky ? false : constants.toastMs,
        onClick,
      })
    },

    newPermissions: () => {
      show({
        id: 'live-new-permissions',
        title: <T text="live.newPermissions" />,
        message: <T text="live.signInAgain" />,
        color: colors.warning,
        role: 'alert',
        autoClose: constants.permissionsToastMs,
      })
    },

    /** Removes all toasts at the end of a session, so that the next user does not see them. */
    clear: () => {
      for (const id of [...shown]) notifications.hide(id)
    },
  }
}

export type Toasts = ReturnType<typeof createToasts>

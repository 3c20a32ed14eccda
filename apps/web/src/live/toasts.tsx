import { UnstyledButton } from '@mantine/core'
import { type NotificationData, notifications } from '@mantine/notifications'
import type { IncomingCall, LiveNotification } from '@parada/contract/live-message'
import { callToastDuration, constants } from '@parada/domain/constants'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { offerNextCall } from '../session/next-call.ts'
import { CallToast } from './call-toast.tsx'
import type { Sounds } from './sounds.ts'

/** The application's own ways, as far as a toast leads anywhere. */
export type Ways = {
  /** Whether a screen stands at this path. */
  leadsTo: (path: string) => boolean
  go: (path: string) => void
  /** Fetches what a path will need, while nobody waits for it yet. */
  prepare?: (path: string) => void
}

const colors: Record<string, string> = { info: 'blue', success: 'green', warning: 'yellow', danger: 'red' }
const stickyTitles: Record<string, string> = { warning: 'live.warning', danger: 'live.error' }

const T = ({ text }: { text: string }) => useTranslation().t(text)

/** What went wrong is read out at once, all else when the person's screen reader has a moment. */
const roleOf = (color: string) => (color === 'warning' || color === 'danger' ? 'alert' : 'status')

const callPath = ({ phoneNumberOrigin, phoneNumberDialed }: IncomingCall) =>
  ['/new-booking/caller', phoneNumberOrigin, phoneNumberDialed]
    .filter((part) => part !== null && part !== undefined && part !== '')
    .map((part, at) => (at === 0 ? part : encodeURIComponent(part as string)))
    .join('/')

const finishedPath = '/bookings/finished'

type OpenCall = { id: string; book: (() => void) | undefined }

export const createToasts = ({ leadsTo, go, prepare, sounds }: Ways & { sounds: Sounds }) => {
  const shown = new Set<string>()
  /** Newest last. */
  let calls: OpenCall[] = []
  let count = 0

  const show = ({ id = `live-${++count}`, onClick, onClose, ...toast }: NotificationData) => {
    shown.add(id)
    notifications.show({
      ...toast,
      id,
      closeButtonProps: { 'aria-label': i18next.t('common.close'), 'data-close': true },
      ...(onClick && {
        style: { cursor: 'pointer' },
        // The cross lies on the toast: closing it is not following it.
        onClick: (event) => (event.target as Element).closest('[data-close]') === null && onClick(event),
      }),
      onClose: (closed) => {
        shown.delete(id)
        onClose?.(closed)
      },
    })
    return id
  }

  const onKey = (event: KeyboardEvent) => {
    const newest = calls.at(-1)
    if (event.key !== 'F2' || event.ctrlKey || event.altKey || event.metaKey || !newest) return
    if (event.shiftKey) notifications.hide(newest.id)
    else if (newest.book) newest.book()
    else return
    event.preventDefault()
  }
  window.addEventListener('keydown', onKey)
  offerNextCall(() => {
    const oldest = calls.find(({ book }) => book)
    oldest?.book?.()
    return oldest !== undefined
  })

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

    cancelledToValidate: ({ sticky }: { sticky: boolean }) => {
      const onClick = () => {
        sounds.pause()
        notifications.hide(id)
        if (leadsTo(finishedPath)) go(finishedPath)
      }
      const id = show({
        message: (
          <UnstyledButton fz="sm" fw={500}>
            <T text="live.cancelledToValidate" />
          </UnstyledButton>
        ),
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

    incomingCall: (call: IncomingCall, { mayBook }: { mayBook: boolean }) => {
      const path = callPath(call)
      const book =
        mayBook && leadsTo(path)
          ? () => {
              notifications.hide(id)
              go(path)
            }
          : undefined
      if (book) prepare?.(path)
      const id = show({
        title: <T text="live.incomingCall" />,
        message: <CallToast call={call} mayBook={book !== undefined} />,
        color: call.caller?.isBlacklisted ? colors.danger : 'tenant',
        role: 'alert',
        autoClose: callToastDuration(call.duration),
        // Among at most four toasts a call is always seen, and the newest first.
        priority: ++count,
        onClick: book,
        onClose: () => {
          calls = calls.filter((open) => open.id !== id)
        },
      })
      calls = [...calls, { id, book }]
    },

    /** Nobody after this person may see who called them. */
    clear: () => {
      window.removeEventListener('keydown', onKey)
      for (const id of [...shown]) notifications.hide(id)
    },
  }
}

export type Toasts = ReturnType<typeof createToasts>

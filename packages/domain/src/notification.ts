import type { Grants } from './access/permissions.ts'
import { mayUseId } from './access/values.ts'
import type { ProblemKey } from './problem/keys.ts'

export const notificationStatus = { on: 1, off: 0 } as const

/** Either permission is enough, for all notifications or for those it names (O3-32). */
export const maySwitchNotification = (grants: Grants, id: number) =>
  mayUseId(grants, 'editNotificationById', id) || mayUseId(grants, 'handleNotificationById', id)

/** Epoch milliseconds; a missing end is open. */
export type Window = { from?: number | null | undefined; to?: number | null | undefined }

type NotificationSwitch = { status: number; minDate: number | null; maxDate: number | null }

/** A notification outside its window counts as off (O3-34). */
export const isOn = ({ status, minDate, maxDate }: NotificationSwitch, now: number) =>
  status === notificationStatus.on && now >= (minDate ?? -Infinity) && now < (maxDate ?? Infinity)

export const windowProblem = ({ from, to }: Window): ProblemKey | undefined =>
  from != null && to != null && !(from < to) ? 'problems.wrongDates' : undefined

/** From the start of the local day to 23:59. */
export const defaultWindow = (now: number) => {
  const day = new Date(now)
  return { from: day.setHours(0, 0, 0, 0), to: day.setHours(23, 59, 0, 0) }
}

/** The window suggested when switching a notification: its own unless that is over, otherwise today. */
export const windowToOffer = ({ minDate, maxDate }: Omit<NotificationSwitch, 'status'>, now: number): Window => {
  const hasOwn = minDate !== null || maxDate !== null
  return hasOwn && now < (maxDate ?? Infinity) ? { from: minDate, to: maxDate } : defaultWindow(now)
}

const colors = ['info', 'success', 'warning', 'danger'] as const

type AnnouncedNotification = NotificationSwitch & {
  type: string
  priority: number
  content: string
  receiverType: string
  whitelabelList: string
}

/**
 * A type that names a toast colour sets it (P-105); otherwise the priority does: 2 is a warning, 3 and above danger.
 */
export const notificationColor = ({ type, priority }: Pick<AnnouncedNotification, 'type' | 'priority'>) => {
  const named = colors.find((color) => color === type)
  if (named) return named
  if (priority >= 3) return 'danger'
  return priority === 2 ? 'warning' : 'info'
}

/** The receiver type 'user' means desks; an empty list of white labels means all of them. */
const isForDesks = ({ receiverType, whitelabelList }: AnnouncedNotification, idWhiteLabel: number) => {
  const named = whitelabelList.split(',').flatMap((item) => item.trim() || [])
  return receiverType === 'user' && (named.length === 0 || named.includes(String(idWhiteLabel)))
}

/**
 * The toast that announces a notification to the desks, and when: at once inside its window, at the start of the window
 * before that, never after it. It stays until it is closed, because nobody watches the screen all the time.
 */
export const announcement = (notification: AnnouncedNotification, idWhiteLabel: number, now: number) => {
  const { status, minDate, maxDate, content } = notification
  if (status !== notificationStatus.on || now >= (maxDate ?? Infinity) || !isForDesks(notification, idWhiteLabel))
    return undefined
  const dueAt = minDate !== null && minDate > now ? minDate : undefined
  return { dueAt, toast: { message: content, color: notificationColor(notification), sticky: true } }
}

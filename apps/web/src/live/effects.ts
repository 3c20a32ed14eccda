import type { IncomingCall, LiveNotification, SocketMessage } from '@parada/contract/live-message'
import { mayAccess } from '@parada/domain/access/permissions'
import { type Mode, modes } from '@parada/domain/trip/modes'
import { log } from '../kit/log.ts'
import { calls } from '../session/calls.ts'
import { availability } from '../session/preferences.ts'
import type { Session } from '../session/session.ts'
import type { AliveBookings, BookingContent } from './alive-bookings.ts'
import type { LiveList } from './live-lists.ts'
import type { Sounds } from './sounds.ts'
import type { Toasts } from './toasts.tsx'

/** The kinds of message, identified by their keys (O1-35); one message may hold several. */
type Kinds = {
  broadcast: string
  content: BookingContent
  notification: LiveNotification
  action: string
  call: IncomingCall
  presence: { idBooking: number }
  takenCall: { phoneNumberOrigin: string }
  trip: { mode: Mode; id: number }
  assistance: true
}

type Effects = { [Kind in keyof Kinds]: (detail: Kinds[Kind], message: SocketMessage) => void }

type EffectOptions = {
  session: Session
  bookings: AliveBookings
  toasts: Toasts
  sounds: Sounds
  /** Called when somebody opens or leaves a booking, to refetch who is there. */
  presenceChanged: (idBooking: number) => void
  /** Called when something in a list changes, to refetch it. */
  listChanged: (list: LiveList) => void
}

const isHeard = (sound: LiveNotification['sound']) => sound !== 'false' && !!sound

/** What each kind of message does; all other code for live events only delivers them here. */
export const createEffects = (options: EffectOptions): Effects => {
  const { session, bookings, toasts, sounds, presenceChanged, listChanged } = options
  const holds = (key: 'editServiceByFleet' | 'dispatchServiceByFleet') => mayAccess(session.state().grants, [key])
  return {
    broadcast: (kind) => {
      if (kind === 'ping') session.keep({ lastPingTime: Date.now() })
    },
    content: bookings.changed,
    notification: (notification, { content }) => {
      if (notification.checkServiceDeadToValidate && holds('editServiceByFleet'))
        toasts.cancelledToValidate(notification)
      else toasts.notification(notification)
      if (isHeard(notification.sound)) sounds.play(content?.idFleet)
    },
    action: (action) => {
      if (action === 'logout') toasts.newPermissions()
      else if (action !== 'refresh') log(`Live events: unknown action ${action}`)
    },
    call: (call) => {
      const { self, whitelabelConfig } = session.state()
      const isBusyHere = availability.get() === 'busy' && whitelabelConfig?.busyDesksStayQuiet === true
      const isQuiet = isBusyHere || (self !== undefined && call.busyUsers?.includes(self.id) === true)
      calls.ring(call, { mayBook: holds('dispatchServiceByFleet'), isQuiet })
    },
    takenCall: ({ phoneNumberOrigin }) => calls.dropFrom(phoneNumberOrigin),
    presence: ({ idBooking }) => presenceChanged(idBooking),
    trip: ({ mode }) => listChanged(mode),
    assistance: () => listChanged('assistance'),
  }
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** The valid kinds in a message; malformed ones are ignored. */
const kindsIn = (message: SocketMessage): Partial<Kinds> => {
  const { broadcast, content, notification, action, phoneNumberOrigin, presence, takenCall, trip, assistance } = message
  return {
    ...(isText(broadcast) && { broadcast }),
    ...(isObject(content) && Number.isSafeInteger(content?.idBooking) && { content: content as BookingContent }),
    ...(isObject(notification) && isText(notification?.message) && { notification: notification as LiveNotification }),
    ...(isText(action) && { action }),
    ...(isText(phoneNumberOrigin) && { call: { ...message, phoneNumberOrigin } }),
    ...(isObject(takenCall) && isText(takenCall?.phoneNumberOrigin) && { takenCall: takenCall as Kinds['takenCall'] }),
    ...(trip && modes.includes(trip.mode) && { trip }),
    ...(assistance === true && { assistance }),
    ...(isObject(presence) && Number.isSafeInteger(presence?.idBooking) && { presence: presence as Kinds['presence'] }),
  }
}

const parsed = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** Applies a message from the broker; what is unreadable or fails is logged and stops nothing else. */
export const takeEffect = (effects: Effects, body: string) => {
  const message = parsed(body)
  const kinds = isObject(message) ? kindsIn(message as SocketMessage) : {}
  if (Object.keys(kinds).length === 0) return log('Live events: unknown message', body.slice(0, 200))
  for (const [kind, detail] of Object.entries(kinds)) {
    try {
      effects[kind as keyof Kinds](detail as never, message as SocketMessage)
    } catch (problem) {
      log(`Live events: ${kind} had no effect`, problem)
    }
  }
}

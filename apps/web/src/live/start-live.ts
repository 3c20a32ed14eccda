import { services } from '@parada/contract/calls/services'
import type { QueryClient } from '@tanstack/react-query'
import type { Client } from '../kit/client.ts'
import { presenceKey } from '../kit/record-key.ts'
import { liveState } from '../session/live-state.ts'
import type { PageSettings } from '../session/page-settings.ts'
import { sound } from '../session/preferences.ts'
import type { Session } from '../session/session.ts'
import { createAliveBookings } from './alive-bookings.ts'
import { stayConnected } from './connection.ts'
import { createEffects, takeEffect } from './effects.ts'
import { fetchAgain } from './fetch-again.ts'
import { createLiveLists } from './live-lists.ts'
import { prepareLogin } from './prepare-login.ts'
import { startRinger } from './ringer.ts'
import { createSounds } from './sounds.ts'
import { createToasts, type Ways } from './toasts.tsx'

export type LiveOptions = Ways & { session: Session; ask: Client; queries: QueryClient; settings: PageSettings }

const healthTimeoutMs = 4_000

const answersWell = async (api: string) => {
  try {
    const address = new URL('/health', new URL(api, location.href))
    return (await fetch(address, { cache: 'no-store', signal: AbortSignal.timeout(healthTimeoutMs) })).ok
  } catch {
    return false
  }
}

/** Starts the live events of a session; the returned function stops them. */
export const startLive = ({ session, ask, queries, settings, ...ways }: LiveOptions) => {
  const isMuted = () => sound.get() === 'off'
  const sounds = createSounds({ remote: settings.sounds, isMuted })
  const toasts = createToasts({ ...ways, sounds })
  const bookings = createAliveBookings({ session, ask, queries })
  const presenceChanged = (id: number) => void fetchAgain(queries, { queryKey: presenceKey(services.get, id) })
  const liveLists = createLiveLists(queries)
  const listChanged = liveLists.changed
  const effects = createEffects({ session, bookings, toasts, sounds, presenceChanged, listChanged })
  const stopRinger = startRinger(sounds)
  const forgetSound = sound.subscribe(() => isMuted() && sounds.stop())
  const disconnect = stayConnected({
    prepare: prepareLogin(session, ask),
    onMessage: (body) => takeEffect(effects, body),
    catchUp: (attempt) => {
      liveLists.catchUp()
      return bookings.catchUp(attempt)
    },
    onState: liveState.set,
    isServerUp: () => answersWell(settings.apiBases?.main ?? '/'),
  })
  return () => {
    disconnect()
    bookings.stop()
    liveLists.stop()
    stopRinger()
    forgetSound()
    sounds.stop()
    toasts.clear()
    liveState.set('connecting')
  }
}

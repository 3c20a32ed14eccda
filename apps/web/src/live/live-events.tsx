import { useQueryClient } from '@tanstack/react-query'
import { type AnyRouter, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useClient } from '../kit/client.ts'
import { log } from '../kit/log.ts'
import { liveState } from '../session/live-state.ts'
import { useSession, useSessionState } from '../session/use-session.ts'
import { useSettings } from '../session/use-tenant.ts'
import type { LiveOptions } from './start-live.ts'

const againMs = 5_000

/** Whether a screen exists at a path; unknown paths match only the catch-all route. */
export const isScreen = (router: AnyRouter, path: string) => {
  const found = router.getMatchedRoutes(path)[2]
  return found !== undefined && !found.fullPath.endsWith('/$')
}

/** Loads the socket code after the first render, so that the first list does not wait for it. */
const startSoon = (options: LiveOptions) => {
  let stop: (() => void) | undefined
  let isWanted = true
  let timer: ReturnType<typeof setTimeout> | undefined
  const load = async () => {
    try {
      const { startLive } = await import('./start-live.ts')
      if (isWanted) stop = startLive(options)
    } catch (problem) {
      if (!isWanted) return
      log('Live events did not load', problem)
      liveState.set('reconnecting')
      timer = setTimeout(load, againMs)
    }
  }
  timer = setTimeout(load)
  return () => {
    isWanted = false
    clearTimeout(timer)
    stop?.()
  }
}

/** Runs live events for as long as the session they were started for. */
export const LiveEvents = () => {
  const session = useSession()
  const ask = useClient()
  const queries = useQueryClient()
  const router = useRouter()
  const settings = useSettings()
  const token = useSessionState((state) => state.token)
  useEffect(() => {
    if (!token) return
    return startSoon({
      session,
      ask,
      queries,
      settings,
      leadsTo: (path) => isScreen(router, path),
      go: (path) => router.navigate({ href: path }),
    })
  }, [token, session, ask, queries, settings, router])
  return null
}

import { setTimeout as wait } from 'node:timers/promises'
import type { BrowserContext, Route } from '@playwright/test'

/** The longest delay in milliseconds; 0 unless a run asks for late answers. */
const longest = Number(process.env.E2E_LATE_MS ?? 0)

const late = (delay: () => number) => async (route: Route) => {
  await wait(delay())
  // The page may be gone by now.
  await route.fallback().catch(() => undefined)
}

/**
 * Makes scripts and answers arrive late, so that a journey that acts before its screen is there fails each time and
 * not once in a hundred runs.
 */
export const delayAnswers = async (context: BrowserContext) => {
  if (longest === 0) return
  await context.route(
    /\/assets\/.*\.js/,
    late(() => longest),
  )
  await context.route(
    /\/api\//,
    late(() => Math.random() * longest),
  )
}

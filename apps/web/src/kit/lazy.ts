import { notifications } from '@mantine/notifications'
import i18next from 'i18next'
import { lazy as loadedLater } from 'react'
import { failedToast } from './failed-toast.ts'
import { log } from './log.ts'

const id = 'part-not-loaded'
const pauseMs = 2_000

/** Ends after a moment, or as soon as the browser is online again. */
const pause = () =>
  new Promise<void>((resolve) => {
    const end = () => {
      window.removeEventListener('online', end)
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(end, pauseMs)
    window.addEventListener('online', end)
  })

const isServerThere = () =>
  fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )

const untilLoaded = async <Part>(load: () => Promise<Part>): Promise<Part> => {
  let failures = 0
  for (;;) {
    try {
      // A browser may remember forever that a part failed to load, so nothing is requested while offline.
      if (!navigator.onLine) throw new Error('There is no network')
      failures++
      const part = await load()
      notifications.hide(id)
      return part
    } catch (error) {
      log('A part of the page could not be loaded', error)
      // Failed again although the server responds: this browser does not request the part any more.
      const isLost = failures > 1 && (await isServerThere())
      if (isLost) notifications.hide(id)
      failedToast(i18next.t(isLost ? 'shell.partLost' : 'shell.partNotLoaded'), undefined, { id, autoClose: false })
      await pause()
    }
  }
}

/**
 * Loads a part of a screen on first use. If that fails, the screen stays as it is and loading is retried until it
 * succeeds.
 */
export const lazy: typeof loadedLater = (load) => loadedLater(() => untilLoaded(load))

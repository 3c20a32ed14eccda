import { notifications } from '@mantine/notifications'
import i18next from 'i18next'
import { lazy as loadedLater } from 'react'
import { failedToast } from './failed-toast.ts'
import { log } from './log.ts'

const id = 'part-not-loaded'
const pauseMs = 2_000

/** A moment, or until the network is there again. */
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
      // A browser may remember for good that it could not load a part: without a network it is not asked to.
      if (!navigator.onLine) throw new Error('There is no network')
      failures++
      const part = await load()
      notifications.hide(id)
      return part
    } catch (error) {
      log('A part of the page could not be loaded', error)
      // It failed again although the server answers: the browser does not ask any more.
      const isLost = failures > 1 && (await isServerThere())
      if (isLost) notifications.hide(id)
      failedToast(i18next.t(isLost ? 'shell.partLost' : 'shell.partNotLoaded'), undefined, { id, autoClose: false })
      await pause()
    }
  }
}

/**
 * A part of a screen that is loaded on first use. Should the network fail just then, what is on the screen stays, and the
 * part is asked for until it is there.
 */
export const lazy: typeof loadedLater = (load) => loadedLater(() => untilLoaded(load))

import type { AnyRouter } from '@tanstack/react-router'
import i18next from 'i18next'
import { unsaved } from './kit/form/unsaved.ts'
import type { Events } from './session/events.ts'
import { home, isBare } from './session/guard.ts'

/** Sends the user to sign-in when the session ends, and one page back when a call is refused (P-156, P-157). */
export const leaveRefusedPages = (router: AnyRouter, events: Events) => {
  let leftAt = 0

  events.on('session-ended', ({ reason }) => {
    const { href, pathname } = router.state.location
    const to = reason === 'signedOut' || isBare(pathname) ? undefined : href
    router.navigate({ to: '/pages/signin', search: { reason, to }, replace: true })
  })

  events.on('not-authorized', ({ sentAt }) => {
    const { pathname } = router.state.location
    // Several calls of one page may be refused at once; together they cause a single step back (O1-18).
    if (sentAt <= leftAt || isBare(pathname)) return
    leftAt = Date.now()
    import('./kit/failed-toast.ts').then(({ failedToast }) => failedToast(i18next.t('shell.notAuthorized')))
    // A form reports the refusal itself, so its page is left only once nothing is unsaved.
    unsaved.whenNone(() => {
      if (router.state.location.pathname !== pathname) return
      if (router.history.canGoBack()) router.history.back()
      else if (pathname !== home) router.navigate({ to: home, replace: true })
    })
  })
}

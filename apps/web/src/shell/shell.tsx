import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { services } from '@parada/contract/calls/services'
import { constants } from '@parada/domain/constants'
import { QueryClientProvider } from '@tanstack/react-query'
import { type AnyRouter, Outlet, useRouteContext, useRouter, useRouterState } from '@tanstack/react-router'
import { Suspense, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazy } from '../kit/lazy.ts'
import { wholeListKey } from '../kit/list/data/list-data.ts'
import { createQueries } from '../kit/queries.ts'
import { forgetUndos } from '../kit/undo.tsx'
import { usePlainKeys } from '../kit/use-keys.ts'
import { isScreen, LiveEvents } from '../live/live-events.tsx'
import { useCalls } from '../session/calls.ts'
import { menuWidth } from '../session/preferences.ts'
import { useRemembered } from '../session/remembered.ts'
import type { Session } from '../session/session.ts'
import { applyTenantColor } from '../session/tenant-color.ts'
import { useSession } from '../session/use-session.ts'
import { useTenantColor } from '../session/use-tenant.ts'
import { Header } from './header.tsx'
import { Menu } from './menu.tsx'
import { NewVersion } from './new-version.tsx'
import classes from './shell.module.css'
import { houseTokens, rememberedScheme, themeOf } from './theme.ts'
import { useCompact } from './use-compact.ts'
import { usePalette } from './use-palette.ts'

const MenuDrawer = lazy(() => import('./menu-drawer.tsx'))
const CallStrip = lazy(() => import('./call-strip.tsx'))
const ShortcutsModal = lazy(() => import('./shortcuts-modal.tsx'))
const Palette = lazy(() => import('./palette.tsx'))

/** Seeds the dashboard with the bookings from start-up, if they arrived before the frame. */
const queriesOf = (session: Session) => {
  const queries = createQueries()
  const { bookingsAlive } = session.takeBrought()
  if (bookingsAlive) queries.setQueryData(wholeListKey(services.alive), { services: bookingsAlive })
  return queries
}

/**
 * The signed-in frame. It lives as long as the session, so that the queries of one user are gone before the next signs
 * in.
 */
export const Shell = () => {
  const { settings, build } = useRouteContext({ from: '__root__' })
  const color = useTenantColor()
  const session = useSession()
  const [queries] = useState(() => queriesOf(session))
  const theme = useMemo(() => themeOf(color), [color])
  useEffect(() => applyTenantColor(color), [color])
  useEffect(() => forgetUndos, [])
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={houseTokens}
      colorSchemeManager={rememberedScheme}
      defaultColorScheme="auto"
      getStyleNonce={() => settings.styleNonce ?? ''}
    >
      <QueryClientProvider client={queries}>
        <Notifications
          className={classes.toasts}
          position="top-right"
          limit={4}
          autoClose={constants.toastMs}
          // Hovering pauses only the toast under the mouse; if it paused all, new ones would wait behind them.
          pauseResetOnHover="notification"
        />
        <NewVersion build={build} />
        <LiveEvents />
        <Frame />
      </QueryClientProvider>
    </MantineProvider>
  )
}

const Frame = () => {
  const { t } = useTranslation()
  const isCompact = useCompact()
  const width = useRemembered(menuWidth)
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const palette = usePalette()
  const [isHelpOpen, setHelpOpen] = useState(false)
  usePlainKeys((key) => {
    if (key === '?') setHelpOpen(true)
    return key === '?'
  })
  const path = useRouterState({ select: ({ location }) => location.pathname })

  // biome-ignore lint/correctness/useExhaustiveDependencies: a drawer has done its work once the page changed
  useEffect(() => setDrawerOpen(false), [path])

  const toggleMenu = () =>
    isCompact ? setDrawerOpen((open) => !open) : menuWidth.set(width === 'wide' ? 'folded' : 'wide')

  return (
    <div className={classes.frame}>
      <a href="#screen" className={classes.skip}>
        {t('shell.skip')}
      </a>
      <Header isMenuOpen={isCompact ? isDrawerOpen : width === 'wide'} onMenu={toggleMenu} onPalette={palette.open} />
      {isCompact ? (
        <Suspense>
          <MenuDrawer isOpen={isDrawerOpen} onClose={() => setDrawerOpen(false)} />
        </Suspense>
      ) : (
        <div className={classes.side} data-folded={width === 'folded'}>
          <Menu isFolded={width === 'folded'} />
        </div>
      )}
      <main id="screen" tabIndex={-1} className={classes.screen}>
        <Outlet />
      </main>
      <Calls />
      {isHelpOpen && (
        <Suspense>
          <ShortcutsModal onClose={() => setHelpOpen(false)} />
        </Suspense>
      )}
      {palette.isOpen && (
        <Suspense>
          <Palette takeTyped={palette.takeTyped} onClose={palette.close} />
        </Suspense>
      )}
    </div>
  )
}

/** Loads the strip with the first call, and preloads the wizard once a call rings that may be booked. */
const Calls = () => {
  const router: AnyRouter = useRouter()
  const { ringing, missed } = useCalls()
  const isRinging = ringing.some(({ mayBook }) => mayBook)
  useEffect(() => {
    if (isRinging) router.preloadRoute({ to: '/new-booking/caller' } as never).catch(() => undefined)
  }, [isRinging, router])
  if (ringing.length + missed.length === 0) return null
  return (
    <Suspense>
      <CallStrip mayGo={(path) => isScreen(router, path)} />
    </Suspense>
  )
}

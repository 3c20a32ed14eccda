import {
  type AnyRouter,
  createBrowserHistory,
  createRoute,
  createRouter,
  type RouterHistory,
  redirect,
} from '@tanstack/react-router'
import type { routeTree } from './route-tree.gen.ts'
import { Route as root } from './screens/__root.tsx'
import { Route as forgot } from './screens/pages/forgot.tsx'
import { Route as signIn } from './screens/pages/signin.tsx'
import { isBare } from './session/guard.ts'
import type { RouteContext } from './session/page-settings.ts'

const getParentRoute = () => root

/**
 * The declarations of all screens weigh more than sign-in itself and grow with the product, so the pages before sign-in
 * are routed without them. Any other address loads them and is then resolved again.
 */
const growOn = (grow: () => Promise<void>) =>
  createRoute({
    getParentRoute,
    path: '$',
    staticData: { access: 'public', title: '' },
    beforeLoad: async ({ location }) => {
      await grow()
      throw redirect({ href: location.href, replace: true })
    },
  })

type Children = Parameters<typeof root._addFileChildren>[0]
let allScreens: Children | undefined

/** Both route trees share one root, which holds the children added last. */
const loadAllScreens = async () => {
  const { routeTree } = await import('./route-tree.gen.ts')
  allScreens ??= routeTree.children as Children
  root._addFileChildren(allScreens)
  return routeTree
}

/** Failures are ignored: the modules are requested again when they are needed. */
const prepareFrame = () => {
  Promise.all([import('./route-tree.gen.ts'), import('./session/start-up.ts')]).catch(() => undefined)
}

const plantSignIn = (grow: () => Promise<void>) =>
  root._addFileChildren([
    signIn.update({ id: '/pages/signin', path: '/pages/signin', getParentRoute } as never),
    forgot.update({ id: '/pages/forgot', path: '/pages/forgot', getParentRoute } as never),
    growOn(grow),
  ])

export const openRouter = async (
  context: Omit<RouteContext, 'pageOnScreen' | 'prepareFrame'>,
  history: RouterHistory = createBrowserHistory(),
) => {
  const grow = async () => {
    await loadAllScreens()
    const grown: AnyRouter = router
    grown.setRoutes(grown.buildRouteTree())
  }
  const tree = isBare(history.location.pathname) ? plantSignIn(grow) : await loadAllScreens()
  const router = createRouter({
    routeTree: tree as unknown as typeof routeTree,
    history,
    context: {
      ...context,
      prepareFrame,
      pageOnScreen: (): string | undefined => router.state.resolvedLocation?.href,
    },
    defaultPreload: 'intent',
    scrollRestoration: true,
  })
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: Awaited<ReturnType<typeof openRouter>>
  }
}

import { type Access, type Grants, mayAccess } from '@parada/domain/access/permissions'
import { type MenuPlace, menuGroups } from './route-access.ts'

type StaticData = { access?: Access; title?: string; menu?: MenuPlace }

/** As much of the router as its own declarations are read from. */
export type RouteTable = { routesById: Record<string, DeclaredRoute> }
type DeclaredRoute = { id: string; fullPath?: string; options: { staticData?: StaticData } }

export type Screen = { path: string; title: string; menu: StaticData['menu'] }

/** A path without the parameters that it can do without. */
export const barePath = (fullPath: string) => fullPath.replaceAll(/\/\{-\$\w+\}/g, '').replace(/(.)\/$/, '$1')

/** Every guarded screen that can be opened without naming a record and that these grants allow. */
export const screensOf = ({ routesById }: RouteTable, grants: Grants | undefined): Screen[] =>
  Object.values(routesById).flatMap(({ id, fullPath = '', options }) => {
    const { access, title, menu } = options.staticData ?? {}
    const path = barePath(fullPath)
    const isScreen = id.startsWith('/_shell/') && title && access && !path.includes('$')
    if (!isScreen || !mayAccess(grants, access)) return []
    return [{ path, title, menu: menu && mayAccess(grants, menu.access ?? access) ? menu : undefined }]
  })

export type MenuEntry = Screen & { menu: NonNullable<Screen['menu']> }

/** The groups in their order, without the empty ones (O1-19). */
export const menuOf = (screens: readonly Screen[]) => {
  const entries = screens.filter((screen): screen is MenuEntry => screen.menu !== undefined)
  return menuGroups
    .map((group) => ({
      group,
      entries: entries
        .filter(({ menu }) => menu.group === group)
        .sort((one, other) => one.menu.order - other.menu.order),
    }))
    .filter((group) => group.entries.length > 0)
}

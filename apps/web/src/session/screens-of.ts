import { type Access, type Grants, mayAccess } from '@parada/domain/access/permissions'
import { type MenuPlace, menuGroups } from './route-access.ts'

type StaticData = { access?: Access; title?: string; menu?: MenuPlace | readonly MenuPlace[] }

/** The part of the router that holds the declarations of the routes. */
type RouteTable = { routesById: Record<string, DeclaredRoute> }
type DeclaredRoute = { id: string; fullPath?: string; options: { staticData?: StaticData } }

export type Screen = { path: string; title: string; menu: MenuPlace | undefined }

/** The path without its optional parameters. */
const barePath = (fullPath: string) => fullPath.replaceAll(/\/\{-\$\w+\}/g, '').replace(/(.)\/$/, '$1')

const noGrants: Grants = new Map()

/** The title of a screen at its current path; a route with several places in the menu has a title for each. */
export const titleAt = (match: { staticData: StaticData; pathname: string } | undefined) => {
  const { title, menu } = match?.staticData ?? {}
  return [menu].flat().find((place) => place?.path === match?.pathname)?.title ?? title
}

/** Every screen inside the shell that these grants allow and that needs no record id. */
export const screensOf = ({ routesById }: RouteTable, grants: Grants | undefined): Screen[] =>
  Object.values(routesById).flatMap(({ id, fullPath = '', options }) => {
    const { access, title, menu } = options.staticData ?? {}
    if (!id.startsWith('/_shell/') || !title || !access || !mayAccess(grants, access)) return []
    const places = [menu]
      .flat()
      .filter((place) => place?.isFor?.(grants ?? noGrants) ?? true)
      .map((place) => ({
        path: place?.path ?? barePath(fullPath),
        title: place?.title ?? title,
        menu: place && mayAccess(grants, place.access ?? access) ? place : undefined,
      }))
    return places.filter(({ path }) => !path.includes('$'))
  })

type MenuEntry = Screen & { menu: NonNullable<Screen['menu']> }

/** The menu groups in order, without empty ones (O1-19). */
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

import type { Access, Grants } from '@parada/domain/access/permissions'

export const menuGroups = ['desk', 'books', 'customers', 'modules', 'settings'] as const
export type MenuGroup = (typeof menuGroups)[number]

/** A place in the menu. `access` limits the entry to users who need a screen that others may open as well. */
export type MenuPlace = {
  group: MenuGroup
  order: number
  icon: string
  access?: Access
  /** Path and title of the entry, for a route whose path needs a parameter. */
  path?: string
  title?: string
  /** Limits the entry further, among the users who may open it. */
  isFor?: (grants: Grants) => boolean
}

declare module '@tanstack/react-router' {
  /** Every route must declare its access and title, otherwise it does not compile. */
  interface StaticDataRouteOption {
    access: Access
    /** Message key of the page title and the menu entry. */
    title: string
    /** Its places in the menu, if any. */
    menu?: MenuPlace | readonly MenuPlace[]
  }
}

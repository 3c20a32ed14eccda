import type { Access, Grants } from '@parada/domain/access/permissions'

export const menuGroups = ['desk', 'books', 'customers', 'modules', 'settings'] as const
export type MenuGroup = (typeof menuGroups)[number]

/** With `access`, for those alone who have a use for a screen that anybody may open. */
export type MenuPlace = {
  group: MenuGroup
  order: number
  icon: string
  access?: Access
  /** Where it leads, for a route whose path has to name something, and what it is called there. */
  path?: string
  title?: string
  /** Of those who may open it, whom it is for. */
  isFor?: (grants: Grants) => boolean
}

declare module '@tanstack/react-router' {
  /** Every route says who may open it and what it is called: without these it does not compile. */
  interface StaticDataRouteOption {
    access: Access
    /** Message key of the page title and the menu entry. */
    title: string
    /** Where the menu shows it, if it does. */
    menu?: MenuPlace | readonly MenuPlace[]
  }
}

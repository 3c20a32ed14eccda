import type { Access } from '@parada/domain/access/permissions'

export const menuGroups = ['desk', 'books', 'customers', 'modules', 'settings'] as const
export type MenuGroup = (typeof menuGroups)[number]

declare module '@tanstack/react-router' {
  /** Every route says who may open it and what it is called: without these it does not compile. */
  interface StaticDataRouteOption {
    access: Access
    /** Message key of the page title and the menu entry. */
    title: string
    /** Where the menu shows it, if it does. */
    menu?: { group: MenuGroup; order: number; icon: string }
  }
}

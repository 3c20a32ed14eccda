import type { ListLook, ListSearch } from './list-state.ts'

/** Signing out empties the whole session storage, and this with it. */
const prefix = 'parada.list:'

export type Remembered = { search: ListSearch; look: ListLook }

const keyOf = (tenant: string, route: string) => `${prefix}${tenant}:${route}`

export const remember = (tenant: string, route: string, value: Remembered) => {
  try {
    sessionStorage.setItem(keyOf(tenant, route), JSON.stringify(value))
  } catch {
    // A full or forbidden storage costs the memory, not the list.
  }
}

export const recall = (tenant: string, route: string): Partial<Remembered> => {
  try {
    return (JSON.parse(sessionStorage.getItem(keyOf(tenant, route)) ?? '{}') ?? {}) as Partial<Remembered>
  } catch {
    return {}
  }
}

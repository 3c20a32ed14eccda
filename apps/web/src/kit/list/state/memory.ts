import type { ListLook, ListSearch } from './list-state.ts'

/** Signing out empties the whole session storage, and this with it. */
const prefix = 'parada.list:'

export type Remembered = { search: ListSearch; look: ListLook; place: ListPlace }

const keyOf = (tenant: string, route: string) => `${prefix}${tenant}:${route}`

/** How far the rows were scrolled, and which was walked to last; of one state of the list, and of no other. */
export type ListPlace = { search: string; top: number; key: unknown; isNew?: boolean }

const put = (key: string, value: unknown) => {
  try {
    sessionStorage.setItem(key, JSON.stringify(value))
  } catch {
    // A full or forbidden storage costs the memory, not the list.
  }
}

const get = <Value extends object>(key: string): Partial<Value> => {
  try {
    return (JSON.parse(sessionStorage.getItem(key) ?? '{}') ?? {}) as Partial<Value>
  } catch {
    return {}
  }
}

export const remember = (tenant: string, route: string, value: Omit<Remembered, 'place'>) =>
  put(keyOf(tenant, route), value)

export const recall = (tenant: string, route: string) => get<Remembered>(keyOf(tenant, route))

export const rememberPlace = (tenant: string, route: string, place: ListPlace) =>
  put(keyOf(tenant, route), { ...recall(tenant, route), place })

/** The list opens whole the next time, whatever was filtered, and at the row that was made elsewhere. */
export const rememberNewRow = (tenant: string, route: string, key: unknown) =>
  put(keyOf(tenant, route), {
    ...recall(tenant, route),
    search: {},
    place: { search: '{}', top: 0, key, isNew: true },
  })

export const recallPlace = (tenant: string, route: string, search: string): ListPlace | undefined => {
  const { place } = recall(tenant, route)
  return place?.search === search && typeof place.top === 'number' ? place : undefined
}

import type { ListLook, ListSearch } from './list-state.ts'

/** Signing out clears the whole session storage, including these entries. */
const prefix = 'parada.list:'

type ListMemory = { search: ListSearch; look: ListLook; place: ListPlace }

const keyOf = (tenant: string, route: string) => `${prefix}${tenant}:${route}`

/** The scroll position and the last row reached, for one particular state of the list. */
export type ListPlace = { search: string; top: number; key: unknown; isNew?: boolean }

const put = (key: string, value: unknown) => {
  try {
    sessionStorage.setItem(key, JSON.stringify(value))
  } catch {
    // If the storage is full or forbidden, only the memory is lost, not the list.
  }
}

const get = <Value extends object>(key: string): Partial<Value> => {
  try {
    return (JSON.parse(sessionStorage.getItem(key) ?? '{}') ?? {}) as Partial<Value>
  } catch {
    return {}
  }
}

export const remember = (tenant: string, route: string, value: Omit<ListMemory, 'place'>) =>
  put(keyOf(tenant, route), value)

export const recall = (tenant: string, route: string) => get<ListMemory>(keyOf(tenant, route))

export const rememberPlace = (tenant: string, route: string, place: ListPlace) =>
  put(keyOf(tenant, route), { ...recall(tenant, route), place })

/** The list opens without filters the next time, at a row that was created elsewhere. */
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

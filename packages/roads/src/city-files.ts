import { join } from 'node:path'

/** The cities whose roads are shipped, by the names of their files. */
export const cityNames = ['avila', 'cadiz', 'ciudad-real', 'palencia', 'soria', 'zamora'] as const
export type CityName = (typeof cityNames)[number]

export const roadsFileOf = (city: CityName) => join(import.meta.dirname, 'data', `${city}.roads`)

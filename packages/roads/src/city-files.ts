import { join } from 'node:path'

/** The cities whose roads are shipped, named as their files are. */
export const cityNames = ['avila', 'cadiz', 'ciudad-real', 'palencia', 'soria', 'zamora'] as const
export type CityName = (typeof cityNames)[number]

export const roadsFileOf = (city: CityName) => join(import.meta.dirname, 'data', `${city}.roads`)

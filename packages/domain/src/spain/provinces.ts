import { provinceNames } from './provinces.gen.ts'

/** A place with its code from the statistics office: two digits for a province, three for a municipality in it. */
export type CodedPlace = { code: string; name: string }

export const provinces: readonly CodedPlace[] = Object.entries(provinceNames)
  .map(([code, name]) => ({ code, name }))
  .sort((one, other) => one.name.localeCompare(other.name, 'es'))

const names = new Map(provinces.map(({ code, name }) => [code, name]))

export const provinceName = (code: string) => names.get(code)

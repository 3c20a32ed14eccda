import type { ProblemKey } from '../problem/keys.ts'
import { municipalityLines } from './municipalities.gen.ts'
import { type CodedPlace, provinceName } from './provinces.ts'

const lines: Readonly<Record<string, string>> = municipalityLines
const codeLength = 3
const known = new Map<string, readonly CodedPlace[]>()

/** The municipalities of a province, sorted by name; empty for an unknown province. */
export const municipalitiesOf = (province: string): readonly CodedPlace[] => {
  const found = known.get(province)
  if (found) return found
  const line = Object.hasOwn(lines, province) ? lines[province] : undefined
  if (line === undefined) return []
  const read = line
    .split('|')
    .map((entry) => ({ code: entry.slice(0, codeLength), name: entry.slice(codeLength) }))
    .sort((one, other) => one.name.localeCompare(other.name, 'es'))
  known.set(province, read)
  return read
}

export const municipalityName = (province: string, municipality: string) =>
  municipalitiesOf(province).find(({ code }) => code === municipality)?.name

/** What is wrong with a place given as a province and one of its municipalities; both may be empty. */
export const placeProblem = (province: string, municipality: string): ProblemKey | undefined => {
  if (province === '' && municipality === '') return undefined
  if (provinceName(province) === undefined) return 'problems.provinceUnknown'
  if (municipality === '') return 'problems.municipalityRequired'
  return municipalityName(province, municipality) === undefined ? 'problems.municipalityElsewhere' : undefined
}

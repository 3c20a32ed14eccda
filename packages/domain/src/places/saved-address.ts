import { isPlaceComplete } from '../booking/places.ts'
import type { ProblemKey } from '../problem/keys.ts'

type SavedAddress = { addressField: string; lat: number | null; lon: number | null }

/** What a saved address lacks, by the field to fill in (O2-24). */
export const savedAddressProblems = ({
  addressField,
  lat,
  lon,
}: SavedAddress): { place?: ProblemKey; alias?: ProblemKey } => ({
  ...(!isPlaceComplete({ addressField: 'any', lat, lon }) && { place: 'problems.placeRequired' }),
  ...(addressField.trim() === '' && { alias: 'problems.aliasRequired' }),
})

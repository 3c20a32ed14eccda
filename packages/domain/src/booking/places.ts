import type { ProblemKey } from '../problem/keys.ts'

export type Place = { addressField?: string | null; lat?: number | null; lon?: number | null }
type Ends = { origin?: Place | null; destination?: Place | null; mandatoryDestination?: boolean | null }

const hasText = (place: Place | null | undefined) => !!place?.addressField?.trim()

/** A zero coordinate counts as not filled in (O1-52). */
export const isPlaceComplete = (place: Place | null | undefined) => hasText(place) && !!place?.lat && !!place.lon

export const originProblem = ({ origin }: Ends): ProblemKey | undefined =>
  isPlaceComplete(origin) ? undefined : 'problems.originNotComplete'

/** An optional destination may be left empty, but not half filled. */
export const destinationProblem = ({ destination, mandatoryDestination }: Ends): ProblemKey | undefined =>
  (mandatoryDestination || hasText(destination)) && !isPlaceComplete(destination)
    ? 'problems.destinationNotComplete'
    : undefined

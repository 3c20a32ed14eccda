import type { ProblemKey } from '../problem/keys.ts'

export type TravelGroup = { id: number; name: string }

type TravelGroupField = {
  isVisible: boolean
  /** The initial value of the form. */
  selected: number | undefined
  /** Why no authorization can be created for this payment account. */
  problem: ProblemKey | undefined
}

/** A group is always required, but the form asks for it only when there is a choice (document 2, section 4; O2-32). */
export const travelGroupField = (
  groups: readonly TravelGroup[],
  idDefaultTravelGroup?: number | null,
): TravelGroupField => {
  if (groups.length === 0) return { isVisible: false, selected: undefined, problem: 'problems.travelGroupMissing' }
  if (groups.length === 1) return { isVisible: false, selected: groups[0]?.id, problem: undefined }
  const preselected = groups.find(({ id }) => id === idDefaultTravelGroup)
  return { isVisible: true, selected: preselected?.id, problem: undefined }
}

/**
 * The group of an authorization: the given one, which the account must have, or the account's only one if none is
 * given.
 */
export const chooseTravelGroup = (
  groups: readonly TravelGroup[],
  given: number | null | undefined,
): { id: number } | { problem: ProblemKey } => {
  const { selected, problem } = travelGroupField(groups)
  if (problem) return { problem }
  const id = given ?? selected
  return id !== undefined && groups.some((group) => group.id === id)
    ? { id }
    : { problem: 'problems.travelGroupUnknown' }
}

import type { ProblemKey } from '../problem/keys.ts'

export type TravelGroup = { id: number; name: string }

export type TravelGroupField = {
  isVisible: boolean
  /** What the form starts with. */
  selected: number | undefined
  /** Why nothing can be created for this payment account. */
  problem: ProblemKey | undefined
}

/** A group is always needed; it is only asked for where there is a choice (document 2, section 4; O2-32). */
export const travelGroupField = (
  groups: readonly TravelGroup[],
  idDefaultTravelGroup?: number | null,
): TravelGroupField => {
  if (groups.length === 0) return { isVisible: false, selected: undefined, problem: 'problems.travelGroupMissing' }
  if (groups.length === 1) return { isVisible: false, selected: groups[0]?.id, problem: undefined }
  const preselected = groups.find(({ id }) => id === idDefaultTravelGroup)
  return { isVisible: true, selected: preselected?.id, problem: undefined }
}

/** The group that an authorization gets: the given one if the account has it, else the account's only one. */
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

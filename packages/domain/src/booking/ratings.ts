import { type CodeOf, codes } from '../codes.ts'
import { keysOf } from '../objects.ts'
import type { ProblemKey } from '../problem/keys.ts'

export type Improvement = CodeOf<'improvement'>

/** All eight are read and stored; 'other' and 'others' mean the same and are offered once (O3-53). */
export const improvements = keysOf(codes.improvement)
export const improvementsToChoose = improvements.filter((category) => category !== 'other')

/** Whole scores from 1 to 5 (O2-51). */
const isScore = (score: number) => Number.isInteger(score) && score >= 1 && score <= 5

export const ratingProblem = (rating: {
  score: number
  toImprove?: readonly string[] | null
}): ProblemKey | undefined => {
  if (!isScore(rating.score)) return 'problems.scoreInvalid'
  const isKnown = (category: string) => improvements.some((known) => known === category)
  return (rating.toImprove ?? []).every(isKnown) ? undefined : 'problems.improvementUnknown'
}

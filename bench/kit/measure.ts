import { keysOf, recordOf } from '@parada/domain/objects'
export const median = (values: readonly number[]) => {
  const sorted = values.toSorted((a, b) => a - b)
  const half = sorted.length >> 1
  return sorted.length % 2 === 1 ? (sorted[half] ?? Number.NaN) : ((sorted[half - 1] ?? 0) + (sorted[half] ?? 0)) / 2
}

/** The smallest value that at least this share of the values does not exceed. */
export const percentile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * share) - 1)] ?? Number.NaN

export const timed = async (run: () => Promise<unknown>) => {
  const start = performance.now()
  await run()
  return performance.now() - start
}

/**
 * Milliseconds of each side: the median or another percentile. The sides take turns within a round, in the opposite
 * order every other round, so that other load on the machine affects all of them alike.
 */
export const interleaved = async <Name extends string>(
  sides: Record<Name, () => Promise<unknown>>,
  { warmUps, rounds, share = 0.5 }: { warmUps: number; rounds: number; share?: number },
): Promise<Record<Name, number>> => {
  const names = keysOf(sides)
  const taken = recordOf(names, (): number[] => [])
  for (let round = -warmUps; round < rounds; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const time = await timed(sides[name])
      if (round >= 0) taken[name].push(time)
    }
  }
  return recordOf(names, (name) => (share === 0.5 ? median(taken[name]) : percentile(taken[name], share)))
}

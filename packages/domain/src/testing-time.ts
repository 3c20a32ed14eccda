const timeOf = (work: () => unknown) => {
  const begun = performance.now()
  work()
  return performance.now() - begun
}

/**
 * Compares the shortest of several alternating runs, because other work on the machine only ever makes a run longer.
 */
export const ratioOf = (one: () => unknown, other: () => unknown) => {
  const runs = Array.from({ length: 9 }, () => [timeOf(one), timeOf(other)] as const)
  return Math.min(...runs.map(([time]) => time)) / Math.min(...runs.map(([, time]) => time))
}

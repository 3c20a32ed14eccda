const around = 1

/** The pages to offer: the ends, the current one and its neighbours; a gap where some are left out. Pages count from 0. */
export const pageNumbers = (page: number, count: number): (number | 'gap')[] => {
  const wanted = new Set([0, count - 1])
  // As many numbers wherever one stands, so that the buttons do not move under the cursor.
  const from = Math.max(0, Math.min(page - around, count - 2 - 2 * around))
  const to = Math.min(count - 1, Math.max(page + around, 1 + 2 * around))
  for (let shown = from; shown <= to; shown++) wanted.add(shown)
  const numbers = [...wanted].filter((number) => number >= 0).sort((a, b) => a - b)
  return numbers.flatMap((number, at) => {
    const skipped = number - (numbers[at - 1] ?? -1) - 1
    if (skipped === 0) return [number]
    return skipped === 1 ? [number - 1, number] : ['gap' as const, number]
  })
}
